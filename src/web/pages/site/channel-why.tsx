/** Why visits are of a channel: the rules that make them so, in words. */
import { RULE_NAMES, RULES } from '../../../core/channels/rules.ts';
import { formatFilterValue } from '../../app/filter-labels.ts';
import * as labels from '../../labels/channel-rules.ts';
import * as channels from '../../labels/channels.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ServerLink } from '../../ui/server-link.tsx';

export const ChannelWhy = ({
  channel,
  onClose,
}: {
  /** By its name in the API. */
  readonly channel: string;
  readonly onClose: () => void;
}) => (
  <Dialog title={channels.why(formatFilterValue('channel', channel))} isOpen onClose={onClose}>
    <p>{labels.intro}</p>
    <ul className="channel-rules">
      {RULE_NAMES.filter(name => RULES[name].channel === channel).map(name => (
        <li key={name}>{labels.rules[name]}</li>
      ))}
    </ul>
    <p>
      <ServerLink href="/docs/channels">{labels.more}</ServerLink>
    </p>
  </Dialog>
);
