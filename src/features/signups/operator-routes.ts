import { forbidden, notFound } from '../../core/errors.ts';
import { type Endpoint, noContent, ok, type UserCall, userEndpoint } from '../../http/endpoint.ts';
import { pageOf, presentPagination } from '../../http/paging.ts';
import type { AccountsService } from '../accounts/service.ts';
import { OperatorSignups, OperatorSignupsQuery, presentForOperator, SignupApproved } from './schema.ts';
import type { SignupsService } from './service.ts';
import type { SignupRow } from './store.ts';

const tag = 'Operator';
const description = 'Only for the operator: the first user of the server.';

type Call = UserCall<unknown, unknown>;

export interface OperatorSignupDeps {
  readonly signups: SignupsService;
  readonly accounts: Pick<AccountsService, 'isOperator'>;
  readonly baseUrl: string;
}

/** The signups that wait, for the operator alone. */
export function operatorSignupRoutes({ signups, accounts, baseUrl }: OperatorSignupDeps): Endpoint[] {
  function checkOperator({ user }: Call): void {
    if (!accounts.isOperator(user)) throw forbidden('only the operator may: the first user of this server');
  }
  const present = (signup: SignupRow, { key }: Call) =>
    presentForOperator(signup, {
      needsApproval: signups.needsApproval(signup),
      // Whoever has a link becomes a user: who may only read does not get one.
      activationUrl: key?.access === 'read_only' ? null : baseUrl + signups.linkOf(signup),
    });
  return [
    userEndpoint(
      {
        method: 'GET',
        path: '/operator/signups',
        tag,
        summary: 'List the signups of agents that wait',
        operationId: 'listOperatorSignups',
        description: `${description} Newest first; those that were activated or are over are not shown. The links are made anew when the server starts; those before go on working.`,
        query: OperatorSignupsQuery,
        answers: { 200: OperatorSignups },
      },
      call => {
        checkOperator(call);
        const page = pageOf(call.query);
        const { signups: rows, total } = signups.listPending(page);
        return ok({
          signups: rows.map(row => present(row, call)),
          pagination: presentPagination(page, total),
        });
      },
    ),
    userEndpoint(
      {
        method: 'POST',
        path: '/operator/signups/:id/approve',
        tag,
        summary: 'Approve a signup',
        operationId: 'approveSignup',
        description: `${description} The owner is mailed a link that works for 7 days from now. Approving again changes nothing.`,
        answers: { 200: SignupApproved },
      },
      call => {
        checkOperator(call);
        const signup = signups.approve(idOf(call));
        return ok({ status: 'approved', signup: present(signup, call) });
      },
    ),
    userEndpoint(
      {
        method: 'DELETE',
        path: '/operator/signups/:id',
        tag,
        summary: 'Remove a signup',
        operationId: 'deleteSignup',
        description: `${description} Its links and its token are void from now on.`,
        answers: { 204: null },
      },
      call => {
        checkOperator(call);
        signups.remove(idOf(call));
        return noContent();
      },
    ),
  ];
}

function idOf({ params }: Call): number {
  const id = params['id'] ?? '';
  if (!/^\d{1,15}$/.test(id)) throw notFound('signup');
  return Number(id);
}
