import { recordVisit } from '../audit.ts';
import { fileDispute } from '../feature/dispute/filing.ts';
import { answerQuestion } from '../feature/receipt/inquiry.ts';
import { fileReport } from '../feature/report/filing.ts';
import { Failure } from '../http/failure.ts';
import type { ServiceApp } from '../http/request-log.ts';
import type { Service } from '../service.ts';
import { portalApp } from './app.ts';
import type { Submission } from './form-desk.ts';
import { PortalStore } from './store.ts';

/** The portal of a running service, to be mounted behind its other routes. Its forms file reports and disputes as the operations do. */
export function mountPortal(
  service: Pick<Service, 'database' | 'log' | 'portalUrl' | 'publicUrl' | 'clientAddress' | 'clientCountry' | 'quotas'>,
): (app: ServiceApp) => void {
  const { database, log, portalUrl, publicUrl, clientAddress, clientCountry, quotas } = service;
  const portal = portalApp({
    store: new PortalStore(database),
    createReport: (organization, body, country) =>
      submission(
        database.transaction(async (transaction) => {
          const visitor = { apiKeyId: null, organization, isPublic: true, source: 'APP', country } as const;
          const { reportId, receipt } = await fileReport(transaction, visitor, body);
          await recordVisit(transaction, 'reportCreate', { id: reportId, organizationId: organization.id });
          return { receipt };
        }),
      ),
    createDispute: (organization, body) =>
      submission(
        database.transaction(async (transaction) => {
          const { id, receipt } = await fileDispute(
            transaction,
            { apiKeyId: null, organization, isPublic: true },
            body,
          );
          await recordVisit(transaction, 'disputeCreate', { id, organizationId: organization.id });
          return { receipt };
        }),
      ),
    answerQuestion: (form, receipt, text) =>
      database.transaction(async (transaction) => {
        try {
          await answerQuestion(transaction, form, receipt, text);
        } catch (error) {
          if (error instanceof Failure && error.status < 500) return false;
          throw error;
        }
        await recordVisit(transaction, `${form}Answer`, {});
        return true;
      }),
    clientAddress,
    clientCountry,
    quotas,
    portalOrigin: portalUrl ?? publicUrl,
    now: Date.now,
    logFailure: (requestId, error) => log.error('portal page failed', error, { requestId }),
  });
  return (app) => void app.route('/', portal);
}

async function submission(filed: Promise<{ readonly receipt: string }>): Promise<Submission> {
  try {
    return { receipt: (await filed).receipt };
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return { refused: error.body, reason: error.detail.reason };
    throw error;
  }
}
