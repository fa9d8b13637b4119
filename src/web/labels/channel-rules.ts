/** Texts of why a visit is of a channel. */
import { RULE_NAMES, RULES, type RuleName } from '../../core/channels/rules.ts';

/** Why, by the names of the rules: the words of the API. */
export const rules = Object.fromEntries(RULE_NAMES.map(name => [name, RULES[name].words])) as Record<
  RuleName,
  string
>;

export const intro =
  'A visit is of this channel when one of these is true and no rule before it was. The first page of the visit decides.';
export const more = 'All channels';
