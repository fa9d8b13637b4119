/** A funnel of segments, side by side with that of all visitors of the view. */
import type { Static } from '@sinclair/typebox';
import { useLocation, useSearch } from 'wouter';
import type { FunnelReport as ReportModel } from '../../../features/funnels/schema.ts';
import { useApi } from '../../app/query-client.ts';
import { type SavedSegment, useSavedSegments } from '../../app/use-saved-segments.ts';
import { useView } from '../../app/use-view.ts';
import { formatShare } from '../../format.ts';
import { SelectField } from '../../forms/field.tsx';
import * as labels from '../../labels/funnels.tsx';
import { formatNumber } from '../../labels/language.ts';
import { TableScroll } from '../../ui/table-scroll.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

type Report = Static<typeof ReportModel>;
type Steps = Report['steps'];

/** Segments that are compared at most. */
const MAX_SEGMENTS = 2;

const PARAMETER = 'segments';

interface FunnelSegmentsProps {
  readonly siteId: number;
  /** Of the report. */
  readonly path: string;
  /** Of all visitors of the view. */
  readonly steps: Steps;
}

export function FunnelSegments({ siteId, path, steps }: FunnelSegmentsProps) {
  const { segments } = useSavedSegments(siteId);
  const [ids, setIds] = useChosenIds();
  if (segments.length === 0) return <p className="hint">{labels.noSegments}</p>;
  const chosen = ids.flatMap(id => segments.find(segment => segment.id === id) ?? []).slice(0, MAX_SEGMENTS);
  const chosenIds = chosen.map(({ id }) => id);
  const fields = Math.min(MAX_SEGMENTS, chosen.length + 1, segments.length);
  return (
    <section className="funnel-segments" aria-label={labels.segmentsBeside}>
      <h3>{labels.segmentsBeside}</h3>
      <div className="funnel-segment-fields">
        {Array.from({ length: fields }, (_, place) => (
          <SelectField
            // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place
            key={place}
            label={labels.segmentAt(place + 1)}
            value={String(chosen[place]?.id ?? '')}
            options={[
              ['', labels.noSegment],
              ...segments
                .filter(({ id }) => id === chosen[place]?.id || !chosenIds.includes(id))
                .map(({ id, name }) => [String(id), name] as const),
            ]}
            onValue={id =>
              setIds([
                ...chosenIds.slice(0, place),
                ...(id === '' ? [] : [Number(id)]),
                ...chosenIds.slice(place + 1),
              ])
            }
          />
        ))}
      </div>
      {chosen.length > 0 && <Comparison path={path} steps={steps} segments={chosen} />}
    </section>
  );
}

/** Segments in the page's URL, so that a bookmark has them. */
function useChosenIds(): [ids: readonly number[], setIds: (ids: readonly number[]) => void] {
  const parameters = new URLSearchParams(useSearch());
  const [path, navigate] = useLocation();
  const ids = new Set((parameters.get(PARAMETER) ?? '').split(',').map(Number));
  const setIds = (next: readonly number[]) => {
    parameters.delete(PARAMETER);
    if (next.length > 0) parameters.set(PARAMETER, next.join(','));
    const search = parameters.toString();
    navigate(search === '' ? path : `${path}?${search}`);
  };
  return [[...ids], setIds];
}

interface ComparisonProps extends Omit<FunnelSegmentsProps, 'siteId'> {
  readonly segments: readonly SavedSegment[];
}

function Comparison({ path, steps, segments: [first, second] }: ComparisonProps) {
  const left = useSegmentReport(path, first);
  const right = useSegmentReport(path, second);
  const columns = [
    { key: 'all', name: labels.allVisitors, steps },
    ...(first ? [{ key: String(first.id), name: <UntrustedText text={first.name} />, steps: left }] : []),
    ...(second ? [{ key: String(second.id), name: <UntrustedText text={second.name} />, steps: right }] : []),
  ];
  return (
    <TableScroll label={labels.segmentsBeside}>
      <table className="funnel-next">
        <caption className="visually-hidden">{labels.segmentsBeside}</caption>
        <thead>
          <tr>
            <th scope="col">{labels.steps}</th>
            {columns.map(({ key, name }) => (
              <th scope="col" className="number" key={key}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step, index) => (
            // Steps have no names of their own that differ.
            // biome-ignore lint/suspicious/noArrayIndexKey: the place of a step is what it is
            <tr key={index}>
              <th scope="row">
                {index + 1} <UntrustedText text={step.name} isCut />
              </th>
              {columns.map(column => (
                <td className="number" key={column.key}>
                  <StepCell step={column.steps?.[index]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function StepCell({ step }: { readonly step: Steps[number] | undefined }) {
  if (!step) return <span className="soft">…</span>;
  return (
    <>
      {formatNumber(step.visitors)}{' '}
      <span className="soft">
        {step.share_of_first === null ? '–' : formatShare(step.share_of_first / 100)}
      </span>
    </>
  );
}

/** Queries the funnel of a segment, with the filters and the period of the view; undefined until it is known. */
function useSegmentReport(path: string, segment: SavedSegment | undefined): Steps | undefined {
  const { filtered } = useView();
  const query = segment ? { ...filtered, segment: segment.id } : filtered;
  return useApi<Report>(path, query, { isEnabled: segment !== undefined }).data?.steps;
}
