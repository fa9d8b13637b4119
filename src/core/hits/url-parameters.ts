/** Dimensions that are a parameter of the url, and its name there. */
export const URL_PARAMETERS = {
  campaign: 'utm_campaign',
  medium: 'utm_medium',
  term: 'utm_term',
  content: 'utm_content',
} as const;
export type ParameterDimension = keyof typeof URL_PARAMETERS;
export const PARAMETER_DIMENSIONS = Object.keys(URL_PARAMETERS) as readonly ParameterDimension[];
