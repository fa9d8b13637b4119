import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import { useUserSettings } from '../../app/user.ts';
import { SelectField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import { RadioGroup } from '../../forms/radio-group.tsx';
import * as labels from '../../labels/mail-reports.tsx';
import * as shared from '../../labels/shared.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { MailReport } from './mail-report-row.tsx';
import { type Subject, useSubjects } from './use-report-subjects.ts';

export function NewReport({ reports }: { readonly reports: readonly MailReport[] }) {
  const { subjects, error, retry } = useSubjects() ?? {};
  return (
    <Panel title={labels.newReport}>
      {error !== undefined && <ErrorState error={error} onRetry={() => retry?.()} />}
      {subjects === undefined ? (
        <SkeletonRows count={3} />
      ) : subjects.length > 0 ? (
        <ReportForm subjects={subjects} reports={reports} />
      ) : (
        error === undefined && (
          <EmptyState title={labels.noSubjects}>
            {labels.noSubjectsHint(<Link href="/">{shared.addFirstSite}</Link>)}
          </EmptyState>
        )
      )}
    </Panel>
  );
}

function ReportForm({
  subjects,
  reports,
}: {
  readonly subjects: readonly Subject[];
  readonly reports: readonly MailReport[];
}) {
  const toast = useToast();
  const [key, setKey] = useState(subjects[0]?.key ?? '');
  const [every, setEvery] = useState<MailReport['every']>('week');
  const { data } = useUserSettings();
  const weekday = data?.settings.week_start === 'sunday' ? labels.sundays : labels.mondays;
  const subject = subjects.find(each => each.key === key) ?? subjects[0];
  const submission = useSubmit(['site_id', 'group_id', 'every'], async () => {
    if (!subject) return;
    const body = { ...subject.body, every };
    const { report } = await call<{ report: MailReport }>('POST', '/me/reports', { body });
    const isKnown = reports.some(({ id }) => id === report.id);
    toast(isKnown ? labels.alreadyAdded : labels.added(report.name));
    await invalidate('/me/reports');
  });
  const { errors } = submission;
  return (
    <Form action={labels.submitReport} submission={submission}>
      <SelectField
        label={labels.about}
        value={subject?.key ?? ''}
        options={subjects.map(each => [each.key, each.text] as const)}
        error={errors.of('site_id') ?? errors.of('group_id')}
        onValue={setKey}
      />
      <RadioGroup
        legend={labels.howOften}
        options={[
          ['week', labels.everyWeek, labels.weeklyHint(weekday)],
          ['month', labels.everyMonth, labels.monthlyHint],
        ]}
        value={every}
        onValue={setEvery}
      />
    </Form>
  );
}
