/**
 * Arguments as assistants are shown them. A model reads every word of every tool before its first call: what one tool says of an
 * argument, others do not repeat.
 */
import type { Tool } from './call.ts';
import { type JsonSchema, toJsonSchema } from './tool-schema.ts';

/** The tool that describes what several have. */
const DESCRIBING = 'list_hits';

/** Shorter texts of arguments that many tools have, in place of those of `DESCRIBING`. */
const SHORT_TEXTS: Readonly<Record<string, string>> = {
  account_id: 'of list_accounts; default: personal',
  start_date: 'first day; default: 30 days ago',
  end_date: 'last day; default: today; at most 730 days',
  time_zone: 'of days; default: utc',
  period: 'since the first day with anything, in place of dates',
  per_page: 'default: 100',
  page: 'from 1',
  properties: 'keys such as property:plan, values to keep; not_property:plan reverses',
  attribution:
    'visit: filters and groupings mean what the visit began with (source, referrer, channel, campaign, country, device, entry and exit page); hit (default): each row’s own',
  compare:
    'adds the period before: matching_period compares month with month, else as many days right before',
};

/** Arguments that each tool describes by itself, since a call without them is rarely right. */
const SAID_BY_EACH: ReadonlySet<string> = new Set([
  'site_id',
  'account_id',
  'start_date',
  'end_date',
  'time_zone',
  'period',
  'page',
  'per_page',
  'compare',
]);

type Property = Readonly<Record<string, unknown>>;

const propertiesOf = (tool: Tool | undefined): Readonly<Record<string, Property>> =>
  tool ? (toJsonSchema(tool.arguments)['properties'] as Readonly<Record<string, Property>>) : {};

/** Creates the function that presents a tool's arguments. */
export function createShownArguments(tools: ReadonlyMap<string, Tool>): (tool: Tool) => JsonSchema {
  const described = propertiesOf(tools.get(DESCRIBING));

  function show({ row }: Tool, name: string, property: Property): Property {
    const { description, ...rest } = property;
    const shown = name.startsWith('not_') ? asList(rest) : rest;
    if (description === undefined) return shown;
    const isSame = description === described[name]?.['description'];
    if (isSame && row.name !== DESCRIBING && row.sharesFilters && !SAID_BY_EACH.has(name)) return shown;
    return { ...shown, description: (isSame ? SHORT_TEXTS[name] : undefined) ?? description };
  }

  return tool => {
    const schema = toJsonSchema(tool.arguments);
    const properties = Object.entries(propertiesOf(tool)).map(([name, property]) => [
      name,
      show(tool, name, property),
    ]);
    return { ...schema, properties: Object.fromEntries(properties) };
  };
}

/** Of what takes a value or a list, shows the list alone: a value is taken all the same. */
function asList(property: Property): Property {
  const { anyOf, ...rest } = property;
  const list = Array.isArray(anyOf) ? anyOf.find(({ type }: Property) => type === 'array') : undefined;
  return list ? { ...rest, ...list } : property;
}
