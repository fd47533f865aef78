import { describeConformance } from '../../conformance';
import { schemaOrgSandbox } from '../../sandbox/schema-org';
import { schemaOrgSource } from './index';

const source = schemaOrgSource({
  slug: 'lighthouse-goods',
  displayName: 'Lighthouse Goods',
  hosts: ['lighthouse-goods.example'],
  ratingScale: 5,
});

describeConformance(source, schemaOrgSandbox, {
  key: 'storm-lantern',
  canonicalUrl: 'https://lighthouse-goods.example/goods/storm-lantern',
  otherUrls: [
    'https://lighthouse-goods.example/goods/storm-lantern?utm_source=news&gclid=x',
    'https://lighthouse-goods.example/goods/storm-lantern?&fbclid=1&',
  ],
  invalidUrls: [
    'https://lighthouse-goods.example:8443/goods/storm-lantern',
    'https://lighthouse-goods.example/pictures/storm-lantern.jpg',
  ],
  pageSize: 20,
  // A node without properties is no review.
  mayLack: ['date', 'rating', 'review'],
  emptyIsNothing: true,
  // A comment is a reply if its author is the organization, and a text in place of a review may be the address of one.
  selected: ['reply', 'review'],
  distinct: (text) => [text.replace(/<main[^]*<\/main>/, ''), text.replace(/<script[^]*<\/script>/, '')],
});
