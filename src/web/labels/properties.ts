/** Texts about the properties of pageviews and events. */
export const properties = 'Properties';
export const sumIs = (sum: string, mean: string) => `Sum ${sum}, average ${mean}`;
export const ofEvents = 'Values of events';
export const emptyHint =
  'Add your own details to pageviews and events, such as a customer’s plan or an article’s author. Extend your tracking code:';
export const exampleName = 'example';
export const learnMore = 'Learn more about properties';
