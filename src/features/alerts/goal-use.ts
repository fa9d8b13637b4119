import { invalidBody } from '../../core/errors.ts';
import type { AlertsStore } from './store.ts';

/** Creates the check that throws 422 while alerts watch a goal. */
export const createUnwatchedCheck =
  (store: Pick<AlertsStore, 'listOfGoal'>) =>
  (goalId: number): void => {
    const alerts = store.listOfGoal(goalId);
    if (alerts.length === 0) return;
    const names = alerts
      .map(({ id, name }) => (name === null ? `alert ${id}` : `${name} (${id})`))
      .join(', ');
    throw invalidBody(`goal ${goalId} is watched by alerts, delete them first: ${names}`);
  };
