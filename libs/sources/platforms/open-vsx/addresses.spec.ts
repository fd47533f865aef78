import { describeAddressForms } from '../../conformance/address-forms';
import { openVsx } from './index';

describeAddressForms(openVsx, {
  page: 'https://open-vsx.org/extension/redhat/java',
  forms: [
    'open-vsx.org/extension/redhat/java',
    'http://www.open-vsx.org/extension/redhat/java/',
    'https://open-vsx.org/extension/RedHat/Java',
    'https://open-vsx.org/extension/redhat/java/reviews',
    'https://open-vsx.org/extension/redhat/java/changes',
    'https://open-vsx.org/extension/redhat/java/1.4.0',
    'https://open-vsx.org/extension/redhat/java/linux-x64/1.4.0',
    'https://open-vsx.org/extension/redhat/java?utm_source=x#reviews',
    'https://open-vsx.org/extension/redhat/java.',
    'https://open-vsx.org/vscode/item?itemName=redhat.java',
    'https://open-vsx.org/vscode/item?itemName=RedHat.Java&ssr=false#review-details',
    'https://open-vsx.org/vscode/item/?itemName=redhat.java',
    'https://open-vsx.org/item?itemName=redhat.java',
    'https://open-vsx.org/items?itemName=redhat.java',
  ],
  refused: [
    'https://open-vsx.org/',
    'https://open-vsx.org/?search=java',
    'https://open-vsx.org/namespace/redhat',
    'https://open-vsx.org/extension/redhat',
    'https://open-vsx.org/vscode/item?itemName=redhat',
    'https://open-vsx.org/vscode/item?itemName=.java',
    'https://open-vsx.org/api/redhat/java',
    'https://open-vsx.org/api/-/search?query=java',
    'https://open-vsx.org/user-settings/extensions',
  ],
});
