/** The page of a site's goals: how often each was reached, and changing them. */
import { Download, Plus, Target } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { apiUrl } from '../../api-url.ts';
import { ImportedDays } from '../../app/imported.tsx';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { useView } from '../../app/use-view.ts';
import { useCanWrite } from '../../app/user.ts';
import { ViewBar } from '../../app/view-bar.tsx';
import { formatRevenue, formatShare } from '../../format.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import * as labels from '../../labels/goals.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import { Button } from '../../ui/button.tsx';
import { Change } from '../../ui/change.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { formatProperties, type GoalDraft } from './goal-draft.ts';
import { GoalDialog } from './goal-form.tsx';
import { type Goal, type GoalCounts, useGoalChanges, useGoalReport } from './use-goals.ts';

export function GoalsPage() {
  return (
    <SiteLayout title={shared.goals}>
      {site => (
        <>
          <ViewBar siteId={site.id} />
          <Goals key={site.id} site={site} />
        </>
      )}
    </SiteLayout>
  );
}

/** What is open: nothing, a new goal, or one to change. */
type Edited = { readonly start: Partial<GoalDraft> } | { readonly goal: Goal } | null;

function Goals({ site }: { readonly site: Site }) {
  const report = useGoalReport(site.id);
  const { compared } = useView();
  const canWrite = useCanWrite();
  const [edited, setEdited] = useState<Edited>(null);
  const add = (start: Partial<GoalDraft> = {}) => setEdited({ start });
  const hasGoals = (report.data?.goals.length ?? 0) > 0;
  return (
    <Panel
      title={shared.goals}
      aside={
        canWrite &&
        hasGoals && (
          <Button variant="primary" isSmall onClick={() => add()}>
            <Plus size={16} aria-hidden="true" /> {labels.addGoal}
          </Button>
        )
      }
    >
      <QueryContent query={report} loading={4}>
        {answer =>
          answer.goals.length === 0 ? (
            <NoGoals onAdd={canWrite ? add : null} />
          ) : (
            <>
              <ImportedDays imported={answer.imported} />
              <GoalTable site={site} answer={answer} onEdit={canWrite ? goal => setEdited({ goal }) : null} />
              <div>
                <a
                  className="button small"
                  href={apiUrl(`/sites/${site.id}/goals/report.csv`, compared)}
                  download
                >
                  <Download size={16} aria-hidden="true" /> {labels.downloadGoals}
                </a>
              </div>
            </>
          )
        }
      </QueryContent>
      {edited && <GoalDialog siteId={site.id} {...edited} onClose={() => setEdited(null)} />}
    </Panel>
  );
}

/** Goals that many sites have. */
const EXAMPLES: readonly Partial<GoalDraft>[] = [
  { kind: 'path', path: '/thanks' },
  { kind: 'event', event: 'form.sent' },
  { kind: 'scroll_depth', depth: '75' },
];

function NoGoals({ onAdd }: { readonly onAdd: ((start?: Partial<GoalDraft>) => void) | null }) {
  return (
    <EmptyState title={labels.noGoals}>
      <div className="stack">
        <p>{labels.noGoalsHint}</p>
        {onAdd && (
          <div className="actions">
            {EXAMPLES.map((start, index) => (
              <Button key={start.kind} onClick={() => onAdd(start)}>
                <Target size={16} aria-hidden="true" /> {labels.examples[index]}
              </Button>
            ))}
          </div>
        )}
      </div>
    </EmptyState>
  );
}

type Row = GoalCounts['goals'][number];

function GoalTable({
  site,
  answer,
  onEdit,
}: {
  readonly site: Site;
  readonly answer: GoalCounts;
  readonly onEdit: ((goal: Goal) => void) | null;
}) {
  // Where nobody came, all would be new.
  const before = answer.comparison?.unique_visitors ? answer.comparison.goals : undefined;
  return (
    <ul className="goal-list">
      {answer.goals.map((row, index) => (
        <GoalRow key={row.goal.id} site={site} row={row} before={before?.[index]} onEdit={onEdit} />
      ))}
    </ul>
  );
}

function GoalRow({
  site,
  row: { goal, conversions, visitors, conversion_rate: rate, revenue },
  before,
  onEdit,
}: {
  readonly site: Site;
  readonly row: Row;
  readonly before: Row | undefined;
  readonly onEdit: ((goal: Goal) => void) | null;
}) {
  const { view, toHref } = useView();
  const { remove } = useGoalChanges(site.id);
  return (
    <li className="goal">
      <div className="goal-name">
        <h3>
          <Link href={toHref({ ...view, goal: goal.id }, `/sites/${site.id}`)}>
            <UntrustedText text={goal.name} />
          </Link>
        </h3>
        <p className="soft">
          <Condition goal={goal} />
        </p>
      </div>
      <dl className="goal-figures">
        <div>
          <dt>{shared.conversions}</dt>
          <dd>
            {formatNumber(conversions)} {before && <Change now={conversions} before={before.conversions} />}
          </dd>
        </div>
        <div>
          <dt>{shared.visitors}</dt>
          <dd>{formatNumber(visitors)}</dd>
        </div>
        <div>
          <dt>{labels.conversionRate}</dt>
          <dd>{rate === null ? '–' : formatShare(rate / 100)}</dd>
        </div>
        {revenue.length > 0 && (
          <div>
            <dt>{labels.revenue}</dt>
            <dd>{formatRevenue(revenue)}</dd>
          </div>
        )}
      </dl>
      {onEdit && (
        <span className="actions">
          <Button
            isSmall
            variant="quiet"
            aria-label={labels.changeOf(goal.name)}
            onClick={() => onEdit(goal)}
          >
            {labels.change}
          </Button>
          <ConfirmButton
            text={shared.remove}
            label={labels.removeOf(goal.name)}
            title={labels.removeGoal}
            action={shared.remove}
            hint={labels.removeHint}
            work={() => remove(goal.id)}
          />
        </span>
      )}
    </li>
  );
}

/** What reaches a goal, in words. */
function Condition({ goal }: { readonly goal: Goal }) {
  if (goal.path !== null) return labels.viewsOf(<UntrustedText text={goal.path} />);
  if (goal.scroll_depth !== null) return labels.readTo(formatShare(goal.scroll_depth / 100));
  const details = [goal.value ?? '', formatProperties(goal.properties, ', ')].filter(text => text !== '');
  return (
    <>
      {labels.eventOf(<UntrustedText text={goal.event ?? ''} />)}
      {details.length > 0 && (
        <>
          {': '}
          <UntrustedText text={details.join(', ')} />
        </>
      )}
    </>
  );
}
