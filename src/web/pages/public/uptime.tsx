/** Uptime: the current state and the last days. */

import { useId } from 'react';
import { UptimeBar } from '../../charts/uptime-bar.tsx';
import * as labels from '../../labels/public-page.ts';
import * as shared from '../../labels/shared.tsx';
import { describeUptime } from './describe-uptime.ts';
import type { Uptime as UptimeAnswer } from './use-stats.ts';

export function Uptime({ uptime: { uptime, is_down: isDown, days } }: { readonly uptime: UptimeAnswer }) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{shared.uptime}</h2>
        <span className={isDown ? 'tag bad' : 'tag good'}>{isDown ? labels.downNow : labels.upNow}</span>
      </div>
      <p className="soft">{describeUptime({ uptime, days })}</p>
      <UptimeBar days={days} />
    </section>
  );
}
