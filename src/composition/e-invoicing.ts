import { PhossNetwork } from '../adapters/e-invoicing/network/phoss-network';
import { PromptDirectory } from '../adapters/e-invoicing/network/prompt-directory';
import { SandboxNetwork } from '../adapters/e-invoicing/network/sandbox-network';
import { SmpDirectory } from '../adapters/e-invoicing/network/smp-directory';
import { PooledEInvoiceReader } from '../adapters/e-invoicing/reading/pooled-e-invoice-reader';
import { PeppolResponseWriter } from '../adapters/e-invoicing/writing/invoice-response-writer';
import { PeppolUblWriter } from '../adapters/e-invoicing/writing/ubl-writer';
import type { Log } from '../ports/log';
import { DocumentFiles } from '../use-cases/e-invoicing/document-files';
import { Intake } from '../use-cases/e-invoicing/intake';
import { NetworkResponses } from '../use-cases/e-invoicing/network-responses';
import { InvoiceResponses } from '../use-cases/e-invoicing/invoice-responses';
import { OutgoingUbl } from '../use-cases/e-invoicing/outgoing-ubl';
import { Reception } from '../use-cases/e-invoicing/reception';
import { RefusedMessages } from '../use-cases/e-invoicing/refused-messages';
import { SendChecks } from '../use-cases/e-invoicing/send-checks';
import { Sending } from '../use-cases/e-invoicing/sending';
import { StatusMessages } from '../use-cases/e-invoicing/status-messages';
import { TransmissionWorker } from '../use-cases/e-invoicing/transmission-worker';
import { Transmissions } from '../use-cases/e-invoicing/transmissions';
import { TransmittedUbl } from '../use-cases/e-invoicing/transmitted-ubl';
import {
  LOG,
  CLOCK,
  IDS,
  UNITS_OF_WORK,
  STORED_FILES,
  UBL_WRITER,
  DELIVER,
  NETWORK,
  DIRECTORY,
  SANDBOX_MEMORY,
  JOB_QUEUE,
  DOCUMENT_PDFS,
  OUTGOING_UBL,
  SENDING,
  INVOICE_RESPONSES,
  TRANSMISSION_WORKER,
  TRANSMISSIONS,
  PARSING,
  DOCUMENT_FILES,
  E_INVOICE_READER,
  RECEPTION,
  REFUSED_MESSAGES,
} from './keys';
import { NETWORK_ORIGIN } from '../domain/events/event';
import type { Binder, Settings } from './binder';

/** Binds the e-invoicing network: sending, receiving, and the files of documents. */
export function bindEInvoicing({ settings, bind, resolve }: Binder): void {
  bind(UBL_WRITER, () => new PeppolUblWriter());
  bind(DELIVER, () => async ({ xml, message_id, receiver }) => {
    await resolve(RECEPTION).receive(resolve(UNITS_OF_WORK).open(NETWORK_ORIGIN), xml, {
      message_id,
      receiver,
    });
  });
  const sandbox = () => new SandboxNetwork(resolve(SANDBOX_MEMORY), resolve(CLOCK), resolve(DELIVER));
  const is_sandbox = settings.EINVOICE_NETWORK === 'sandbox';
  bind(NETWORK, () => (is_sandbox ? sandbox() : phossOf(settings, resolve(LOG))));
  bind(DIRECTORY, () => {
    const { SML_ZONE: zone, SMP_URL: smp_url } = settings;
    return new PromptDirectory(is_sandbox ? sandbox() : new SmpDirectory({ zone, smp_url }), resolve(LOG));
  });
  bind(
    OUTGOING_UBL,
    () => new OutgoingUbl(resolve(UBL_WRITER), resolve(STORED_FILES), resolve(DOCUMENT_PDFS)),
  );
  bind(SENDING, () => {
    const checks = new SendChecks(resolve(DIRECTORY));
    return new Sending(resolve(CLOCK), resolve(IDS), checks, resolve(OUTGOING_UBL), resolve(JOB_QUEUE));
  });
  bind(INVOICE_RESPONSES, () => {
    const checks = new SendChecks(resolve(DIRECTORY));
    const transmitted = new TransmittedUbl(resolve(OUTGOING_UBL));
    const writer = new PeppolResponseWriter();
    const queue = resolve(JOB_QUEUE);
    return new InvoiceResponses(resolve(CLOCK), resolve(IDS), checks, writer, transmitted, queue);
  });
  bind(TRANSMISSIONS, () => new Transmissions(resolve(CLOCK)));
  bind(
    TRANSMISSION_WORKER,
    () => new TransmissionWorker(resolve(CLOCK), resolve(NETWORK), resolve(OUTGOING_UBL)),
  );

  bind(E_INVOICE_READER, () => new PooledEInvoiceReader(resolve(PARSING)));
  bind(REFUSED_MESSAGES, () => new RefusedMessages(resolve(CLOCK), resolve(IDS)));
  bind(RECEPTION, () => {
    const intake = new Intake(resolve(CLOCK), resolve(IDS), resolve(STORED_FILES));
    const responses = new NetworkResponses(new StatusMessages(resolve(CLOCK), resolve(IDS)));
    return new Reception(
      intake,
      responses,
      resolve(STORED_FILES),
      resolve(E_INVOICE_READER),
      resolve(REFUSED_MESSAGES),
    );
  });

  bind(
    DOCUMENT_FILES,
    () =>
      new DocumentFiles(
        resolve(DOCUMENT_PDFS),
        resolve(OUTGOING_UBL),
        new TransmittedUbl(resolve(OUTGOING_UBL)),
        resolve(RECEPTION),
      ),
  );
}

function phossOf(settings: Settings, log: Log): PhossNetwork {
  // `loadConfig` has checked that both are set.
  return new PhossNetwork({ url: settings.PHOSS_URL!, token: settings.PHOSS_TOKEN! }, log);
}
