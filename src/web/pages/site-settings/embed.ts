/** Options of the embedded snippet, and the elements it fills. */
import { DEFAULT_KUDOS_LABEL } from '../../../core/snippet.ts';

export interface EmbedChoices {
  readonly hits: 'off' | 'all' | 'unique';
  readonly kudos: 'off' | 'label' | 'custom';
  /** Label of a kudos button. */
  readonly kudosLabel: string;
  readonly countries: boolean;
  readonly uptime: boolean;
  readonly publicstats: boolean;
  readonly events: boolean;
  readonly spa: boolean;
  readonly beacon: boolean;
  readonly ignore: boolean;
}

export const DEFAULT_CHOICES: EmbedChoices = {
  hits: 'off',
  kudos: 'off',
  kudosLabel: DEFAULT_KUDOS_LABEL,
  countries: false,
  uptime: false,
  publicstats: false,
  events: false,
  spa: false,
  beacon: false,
  ignore: false,
};

/** Converts options to the flags of the script's URL. */
export function toFlags(choices: EmbedChoices): readonly string[] {
  const { hits, kudos } = choices;
  const label = choices.kudosLabel.toWellFormed().trim();
  const switches = (
    ['countries', 'uptime', 'publicstats', 'events', 'spa', 'beacon', 'ignore'] as const
  ).filter(flag => choices[flag]);
  return [
    ...(hits === 'off' ? [] : [hits === 'unique' ? 'hits=unique' : 'hits']),
    ...(kudos === 'off' ? [] : [kudos === 'custom' ? 'kudos=custom' : kudosFlag(label)]),
    ...switches,
  ];
}

const kudosFlag = (label: string): string =>
  label === '' || label === DEFAULT_KUDOS_LABEL ? 'kudos' : `kudos=${escapeQueryValue(label)}`;

/** Percent-encodes a query value, but leaves emoji and letters legible. */
const escapeQueryValue = (text: string): string =>
  text.replace(/[#*]|(?!\u200d)[^\p{L}\p{M}\p{N}\p{Emoji}-]/gu, sign =>
    encodeURIComponent(sign).replaceAll("'", '%27'),
  );

/** Returns the elements that the script fills, for the chosen options. */
export function toElements(choices: EmbedChoices): string {
  const lines = [
    choices.hits !== 'off' && '<span class="footfall_hits"></span>',
    choices.countries && '<ul class="footfall_countries"></ul>',
    choices.uptime && '<span class="footfall_uptime"></span>',
    choices.publicstats && '<a class="footfall_public_stats">Stats</a>',
    choices.kudos === 'label' && '<button class="footfall_kudos"></button>',
    choices.kudos === 'custom' && '<button class="footfall_kudos">Like</button>',
    choices.events &&
      '<button data-footfall-event="cart.add" data-footfall-event-value="red">Add to cart</button>',
  ];
  return lines.filter(line => line !== false).join('\n');
}

/** Returns whether an option needs a public site. */
export const needsPublic = ({ hits, countries, uptime, publicstats }: EmbedChoices): boolean =>
  hits !== 'off' || countries || uptime || publicstats;

/** Returns what the Content-Security-Policy of a page has to allow. A path in it would allow nothing below that path. */
export function toContentSecurityPolicy(address: string): string {
  const { origin } = new URL(address);
  return `script-src ${origin}; connect-src ${origin}`;
}
