export const account = 'Account';
export const mailReports = 'Mail reports';
export const apiKeys = 'API keys';
export const webhooks = 'Webhooks';
export const team = 'Team';
export const server = 'Server';
export const settings = 'Settings';
