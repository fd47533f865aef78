import type {
  IAuthenticateGeneric,
  Icon,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from 'n8n-workflow';

/** The address of an hrev service, and a key of an account. Their test reads the account. */
export class HrevApi implements ICredentialType {
  name = 'hrevApi';

  displayName = 'Hrev API';

  icon: Icon = { light: 'file:hrev.svg', dark: 'file:hrev.dark.svg' };

  documentationUrl = 'https://github.com/hrev/hrev/blob/main/docs/connectors.md';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      placeholder: 'https://reviews.example.com',
      description: 'Address of the service, with the path below which a proxy serves it',
      required: true,
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'A key of the account; the trigger, changes and replies need one of scope full',
      required: true,
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { 'X-API-Key': '={{$credentials.apiKey}}' } },
  };

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl.replace(/\\/$/, "")}}', url: '/v3/account' },
  };
}
