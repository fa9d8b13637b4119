import { isWriteKey } from '../../http/authorize.ts';
import {
  type Endpoint,
  noContent,
  ok,
  type UserCall,
  type UserContext,
  userEndpoint,
} from '../../http/endpoint.ts';
import { presentPagination, toPage } from '../../http/paging.ts';
import { parsePathId } from '../../http/path-id.ts';
import type { AccountsService } from '../accounts/service.ts';
import { OperatorSignups, OperatorSignupsQuery, presentForOperator, SignupApproved } from './schema.ts';
import type { SignupsService } from './service.ts';
import type { SignupRow } from './store.ts';

const description = 'Only for the operator: the first user of the server.';

type Call = UserCall<unknown, unknown>;

export interface AdminSignupDeps {
  readonly signups: SignupsService;
  readonly accounts: Pick<AccountsService, 'checkOperator'>;
  readonly baseUrl: string;
}

/** Pending signups, for the operator only. */
export function operatorSignupRoutes({ signups, accounts, baseUrl }: AdminSignupDeps): Endpoint[] {
  const present = (rows: readonly SignupRow[], { key }: Call) => {
    // A link creates a user: read-only keys do not get one.
    const paths = isWriteKey(key) ? signups.getActivationPaths(rows) : [];
    return rows.map((signup, index) =>
      presentForOperator(signup, {
        needsApproval: signups.needsApproval(signup),
        activationUrl: paths[index] === undefined ? null : baseUrl + paths[index],
      }),
    );
  };
  const checkUser = ({ user }: UserContext) => accounts.checkOperator(user);
  const parseSignupId = ({ params }: UserContext) => parsePathId(params, 'id', 'signup');
  const checkSignup = (found: UserContext) => {
    checkUser(found);
    signups.getPending(parseSignupId(found));
  };
  return [
    userEndpoint('GET', '/operator/signups', {
      summary: 'List the signups of agents that wait',
      operationId: 'listOperatorSignups',
      description: `${description} Newest first; those that were activated or are over are not shown. The links are created again when the server starts; those before go on working.`,
      access: { checkUser },
      query: OperatorSignupsQuery,
      responses: { 200: OperatorSignups },
      handle: call => {
        const page = toPage(call.query);
        const { signups: rows, total } = signups.listPending(page);
        return ok({
          signups: present(rows, call),
          pagination: presentPagination(page, total),
        });
      },
    }),
    userEndpoint('POST', '/operator/signups/:id/approve', {
      summary: 'Approve a signup',
      operationId: 'approveSignup',
      description: `${description} The owner is mailed a link that works for 7 days from now. Approving again changes nothing.`,
      access: { checkUser: checkSignup },
      responses: { 200: SignupApproved },
      handle: call => {
        const signup = signups.approve(parseSignupId(call));
        return ok({ status: 'approved', signup: present([signup], call)[0] });
      },
    }),
    userEndpoint('DELETE', '/operator/signups/:id', {
      summary: 'Remove a signup',
      operationId: 'deleteSignup',
      description: `${description} Its links and its token are void from now on.`,
      access: { checkUser: checkSignup },
      responses: { 204: null },
      handle: call => {
        signups.remove(parseSignupId(call));
        return noContent();
      },
    }),
  ];
}
