interface Place {
  readonly url: string;
  readonly name: string;
}
interface Places {
  readonly steps: readonly Place[];
  readonly credentials: Place;
}

export const oauthClientWords = {
  title: (source: string) => `OAuth client for ${source}`,
  intro:
    'Owners connect their places with the sign-in of the platform. It needs a client that you register there once for this installation.',
  guide:
    'The documentation of this version has every step, in docs/google-business-profile.md. The steps at the platform:',
  /** Pages of the platforms at which the steps are done, by the slug of the platform. */
  places: {
    google: {
      steps: [
        {
          url: 'https://support.google.com/business/contact/api_default',
          name: 'Ask Google to open its interface for your project',
        },
        { url: 'https://console.cloud.google.com/apis/library', name: 'Enable the APIs in the Google Cloud console' },
      ],
      credentials: {
        url: 'https://console.cloud.google.com/apis/credentials',
        name: 'Open the credentials in the Google Cloud console',
      },
    },
  } as Readonly<Record<string, Places>>,
  redirect: 'Redirect address',
  redirectHelp: 'Enter it in the client at the platform, exactly like this.',
  copy: 'Copy',
  copied: 'Copied',
  clientId: 'Client ID',
  clientIdHelp: 'At Google under APIs & Services > Credentials; it ends with .apps.googleusercontent.com.',
  secret: 'Client secret',
  secretHelp: 'It is sealed and never shown again. Enter it again to change the client.',
  required: 'Fill in this field.',
  save: 'Save the client',
  saved: 'Saved.',
  none: 'No client is registered.',
  registered: (id: string) => `Registered: ${id}`,
  testTitle: 'Test',
  testText: 'Asks the platform whether it knows the client, and whether it has opened its interface for your project.',
  test: 'Test the client',
  states: {
    not_set_up: 'Not set up',
    client_refused: 'Refused',
    untested: 'Accepted, no place connected yet',
    closed: 'Not opened',
    open: 'Open',
    unknown: 'Not known',
  } as Readonly<Record<string, string>>,
} as const;
