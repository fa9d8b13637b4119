/** Texts about the properties of pageviews and events. */
export const properties = 'Properties';
export const sumIs = (sum: string, mean: string) => `Sum ${sum}, average ${mean}`;
export const ofEvents = 'Values of events';
export const emptyHint =
  'Send what you want to know of a pageview or event, such as a customer’s plan or an article’s author. Add it to your tracking code:';
export const exampleName = 'example';
export const learnMore = 'Learn more about properties';
