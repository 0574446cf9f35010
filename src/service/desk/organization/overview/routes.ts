import { serviceRequest } from '../../../../api/organization/service-request.ts';
import type { Gate } from '../../gate.ts';
import { organizationGet, organizationPost } from '../access/visit.ts';
import { problemsOf } from '../frame/problem.ts';
import { overviewPage } from './overview-page.ts';

/** An organization's first page, and requests for services. */
export function overviewRoutes(gate: Gate): void {
  organizationGet(gate, '', async (visit) => ({
    page: overviewPage(visit, {
      done:
        visit.context.req.query('done') === 'asked' ? visit.frame.words.t('desk.organization.overview.asked') : null,
    }),
  }));

  organizationPost(gate, '/services', 'admin', async (visit, form) => {
    const { slug } = visit.organization;
    // What is none of the services is refused by the schema of the operation.
    const service = (form.get('service') ?? '') as 'protection';
    try {
      await visit.call(serviceRequest, { body: { slug, service, automated: form.get('automated') === 'yes' } });
    } catch (error) {
      const problems = Object.values(problemsOf(error, [])).flat();
      return { page: overviewPage(visit, { problems }), status: 409 };
    }
    return { to: `${visit.root}?done=asked` };
  });
}
