import { count } from './plurals';

export const sessionsWords = {
  title: 'Sessions',
  intro: 'Where you are signed in. A session ends after 12 hours without use, and after 14 days.',
  caption: 'Your sessions',
  device: 'Device',
  deviceOn: (browser: string, system: string) => `${browser} on ${system}`,
  unknownDevice: 'Unknown browser',
  current: 'This browser',
  address: 'IP address',
  created: 'Signed in',
  seen: 'Last used',
  actions: 'Actions',
  end: 'End',
  endOf: (device: string, ip: string) => `End the session of ${device}, ${ip}`,
  endOthers: 'End all others',
  onlyThis: 'You are signed in here and nowhere else.',
  ended: 'The session has ended.',
  othersEnded: (n: number) => `${count(n, 'session has', 'sessions have')} ended.`,
} as const;
