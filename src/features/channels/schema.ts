import { Kind, type Static, Type, TypeRegistry } from '@sinclair/typebox';
import { CHANNELS, RULES, type RuleName } from '../../core/channels/rules.ts';
import { MAX_LENGTH } from '../../core/limits.ts';
import { model, oneOf } from '../../http/schema.ts';
import { isAllowedReferrer } from '../../ingest/parse-write.ts';
import { hasControlCharacter, isLongerThan } from '../../lib/text.ts';
import { isHttpUrl } from '../../lib/url.ts';

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value !== '' && !isLongerThan(value, maxLength) && !hasControlCharacter(value);

TypeRegistry.Set('PageUrl', (_, value) => isText(value, MAX_LENGTH.url) && isHttpUrl(value));
TypeRegistry.Set('Referrer', (_, value) => isText(value, MAX_LENGTH.referrer) && isAllowedReferrer(value));

const address = (kind: string, form: string, description: string) =>
  Type.Unsafe<string>({ [Kind]: kind, type: 'string', allowed: form, description });

export const ChannelTest = Type.Object({
  url: Type.Optional(
    address(
      'PageUrl',
      `an address that begins with http:// or https://, of at most ${MAX_LENGTH.url} characters`,
      'address of the page that was opened, with its parameters; left out: one of the site without any',
    ),
  ),
  referrer: Type.Optional(
    address(
      'Referrer',
      `the address of a page or an app of at most ${MAX_LENGTH.referrer} characters, left out for none`,
      'as a browser sends it; left out: none',
    ),
  ),
});

export const ChannelTestAnswer = model(
  'ChannelTest',
  {
    channel: oneOf(CHANNELS),
    rule: Type.String({ description: 'why, in words: the first rule that holds' }),
  },
  { channel: 'Paid Search', rule: RULES.paid_search_click.words },
);

export const presentChannelTest = (rule: RuleName): Static<typeof ChannelTestAnswer> => ({
  channel: RULES[rule].channel,
  rule: RULES[rule].words,
});
