import { accepted, type Endpoint, ok, type UserContext, userEndpoint } from '../../http/endpoint.ts';
import { ErrorBody } from '../../http/schema.ts';
import type { AccountsService } from '../accounts/service.ts';
import { JobStarted, presentServerStatus, type ServerInfo, ServerStatusAnswer } from './schema.ts';
import type { OperatorService } from './service.ts';

export interface OperatorRouteDeps {
  readonly operator: OperatorService;
  readonly accounts: Pick<AccountsService, 'checkOperator'>;
  readonly server: ServerInfo;
}

/** Endpoints for the operator only. */
export function operatorRoutes({ operator, accounts, server }: OperatorRouteDeps): Endpoint[] {
  const checkUser = ({ user }: UserContext) => accounts.checkOperator(user);
  const description = 'Only for the operator: the first user of the server.';
  return [
    userEndpoint('GET', '/operator', {
      summary: 'Show how the server does',
      operationId: 'getOperator',
      description,
      access: { checkUser },
      responses: { 200: ServerStatusAnswer, 503: ErrorBody },
      handle: async () => ok(presentServerStatus(server, await operator.getStatus())),
    }),
    userEndpoint('POST', '/operator/jobs/:name/run', {
      summary: 'Start a job now',
      operationId: 'runJob',
      description: `${description} The answer does not wait for the job; one that runs already goes on.`,
      access: {
        checkUser: found => {
          checkUser(found);
          operator.checkJob(found.params['name'] ?? '');
        },
      },
      responses: { 202: JobStarted },
      handle: ({ params }) => {
        operator.startJob(params['name'] ?? '');
        return accepted({ status: 'started' });
      },
    }),
  ];
}
