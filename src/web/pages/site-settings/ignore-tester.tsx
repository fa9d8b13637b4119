import { useState } from 'react';
import { call } from '../../api.ts';
import { TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site-settings.tsx';
import { Panel } from '../../ui/panel.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { LISTS } from './ignore-lists.ts';

interface Result {
  readonly ignored: boolean;
  readonly reason: string | null;
  readonly rule: { readonly list: string; readonly value: string } | null;
}

const FIELDS = [
  ['path', labels.path, '/admin/login'],
  ['ip_address', labels.ipAddress, '203.0.113.7'],
  ['country', shared.country, 'DE'],
  ['referrer', shared.referrer, 'https://example.org/'],
  ['user_agent', labels.userAgent, ''],
] as const;

type Visit = Readonly<Record<(typeof FIELDS)[number][0], string>>;
const NOTHING: Visit = { path: '', ip_address: '', country: '', referrer: '', user_agent: '' };

/** Tests a visit against the saved ignore rules. */
export function IgnoreTester({
  siteId,
  isUnsaved,
}: {
  readonly siteId: number;
  readonly isUnsaved: boolean;
}) {
  const [visit, setVisit] = useState(NOTHING);
  const [result, setResult] = useState<Result | null>(null);
  const submission = useSubmit(Object.keys(NOTHING), async () => {
    setResult(null);
    const query = Object.fromEntries(Object.entries(visit).filter(([, value]) => value.trim() !== ''));
    setResult(await call<Result>('GET', `/sites/${siteId}/settings/ignore_test`, { query }));
  });
  return (
    <Panel title={labels.testerTitle}>
      <Form
        action={labels.tryIt}
        variant="plain"
        submission={submission}
        aside={<TestResult result={result} />}
      >
        <div className="ignore-tester">
          {FIELDS.map(([name, label, example]) => (
            <TextField
              key={name}
              label={label}
              value={visit[name]}
              placeholder={example}
              autoComplete="off"
              spellCheck={false}
              error={submission.errors.of(name)}
              onValue={value => {
                setVisit({ ...visit, [name]: value });
                setResult(null);
              }}
            />
          ))}
        </div>
        {isUnsaved && <p className="hint">{labels.testerUnsavedHint}</p>}
      </Form>
    </Panel>
  );
}

const TestResult = ({ result }: { readonly result: Result | null }) => (
  <span role="status">
    {result &&
      (result.ignored ? (
        <span className="tag warn">
          <span>
            {result.rule
              ? labels.notCounted(
                  LISTS.find(({ name }) => name === result.rule?.list)?.label ?? labels.networks,
                  <UntrustedText text={result.rule.value} />,
                )
              : labels.notCountedBecause(<UntrustedText text={result.reason ?? ''} />)}
          </span>
        </span>
      ) : (
        <span className="tag good">{labels.counted}</span>
      ))}
  </span>
);
