import { pluralize } from '../../lib/english.ts';

export const line = (count: number) => `Line ${count} `;
export const discard = 'Discard';
export const notSavedYet = 'Unsaved changes';
export const secretKept = 'Done';
export const secretHint = 'You won’t see this again.';
export const showAllTimeZones = 'Show all time zones';
export const noTimeZone = 'No results. Try a large city nearby.';
export const timeZoneHint = (now: string) => `Sets when your days start and end. It’s ${now} there.`;
export const browserTimeZone = (label: string) => `Use your browser’s: ${label}`;
export const saved = 'Saved';
export const leaveQuestion = 'Leave without saving?';
export const leaveWithoutSaving = 'Leave without saving';
export const leaveHint = 'Your changes haven’t been saved.';
export const nothingChanged = 'No changes to save';
export const required = 'This field is required';
export const enterSiteAddress = 'Enter your site’s address, such as example.org';
export const enterEmail = 'Enter a valid email address';
export const wrongPassword = 'This isn’t your current password';
export const chooseOne = 'Choose at least one';
export const tooShort = (min: number) => `Use at least ${min} characters`;
export const tooLong = (max: number) => `Use at most ${max} characters`;
export const wholeNumber = (min: number, max: number) => `Enter a whole number from ${min} to ${max}`;
export const wrongSignIn = 'Wrong email or password';
export const tooManyWrongPasswords = (minutes: number) =>
  `Too many wrong passwords: try again in ${pluralize(minutes, 'minute')}`;
