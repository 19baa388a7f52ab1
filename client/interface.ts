// Made from the route declarations by `npm run generate:client`; not to be edited.
export interface paths {
  '/documents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List documents
     * @description Rows are documents without `lines`, `attachments` and `allowed_actions`.
     *
     *     Needs the permission `document:read`.
     */
    get: operations['listDocuments'];
    put?: never;
    /**
     * Create and number a document
     * @description The document gets the next number of its journal, without gaps or duplicates. With `send_peppol=true` it is also sent. The error `send_failed` means that the document was created, but not sent: correct what the message names and send it with `POST /documents/{id}/send`.
     *
     *     Needs the permission `document:create`; with `send_peppol=true` also `document:update`.
     */
    post: operations['createDocument'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a document
     * @description Needs the permission `document:read`.
     */
    get: operations['getDocument'];
    put?: never;
    post?: never;
    /**
     * Delete the last document of its sequence
     * @description Its number becomes available again.
     *
     *     Needs the permission `document:delete`.
     */
    delete: operations['deleteDocument'];
    options?: never;
    head?: never;
    /**
     * Change a document
     * @description Totals are recomputed; the number does not change.
     *
     *     Needs the permission `document:update`.
     */
    patch: operations['updateDocument'];
    trace?: never;
  };
  '/documents/{id}/own-data': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Replace `external_id` and `metadata`
     * @description A member that is left out is cleared. The request is accepted in every state of the resource, also where a `PATCH` is not.
     *
     *     Needs the permission `document:update`.
     */
    put: operations['putDocumentOwnData'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a document as a file
     * @description `pdf`; `ubl`: Peppol BIS Billing 3.0, after an accepted send the exact bytes of the latest transmission, unless it failed; `facturx`: own invoices and credit notes; `original`: received documents, the only format with an `ETag`.
     *
     *     Needs the permission `document:read`.
     */
    get: operations['getDocumentFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/transmissions/{message_id}/file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the payload of a transmission
     * @description The exact bytes that were sent, even if the document, its attachments or its PDF have changed since.
     *
     *     Needs the permission `document:read`.
     */
    get: operations['getTransmissionFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Preview a document without creating it
     * @description No number is used. `checks` lists what a creation or a send would refuse; members that are unknown before the creation are `null`.
     *
     *     Needs the permission `document:create`.
     */
    post: operations['previewDocument'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/send': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a document over the e-invoicing network
     * @description Everything that prevents sending is reported before anything is sent. The outcome is in `peppol_status`; after `failed` or `rejected` the document can be sent again.
     *
     *     Needs the permission `document:update`.
     */
    post: operations['sendDocument'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/mark-sent': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Mark a document as sent by other means
     * @description Needs the permission `document:update`.
     */
    post: operations['markDocumentSent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/transmissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the transmissions of a document
     * @description Needs the permission `document:read`.
     */
    get: operations['listTransmissions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/relations/{id}/reachability': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check whether a relation can be reached over the network
     * @description Needs the permission `relation:read`.
     */
    get: operations['getReachability'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/responses': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Respond to a received document over the network
     * @description An Invoice Response tells the sender of a purchase document that came over the network what becomes of it; it changes nothing in the document. Statuses go forward along `AB`, `IP`, `UQ`, `CA`, `RE`, `AP`, `PD`, and any may be left out. `UQ` may repeat, and `PD` with the reason `PPD`. `RE`, and a `PD` without `PPD`, are the last. Failed responses do not count. The outcome is the `state` of the new entry of `responses`; it has no event, and its reason is in `GET …/transmissions`.
     *
     *     Needs the permission `document:update`.
     */
    post: operations['sendResponse'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/responses/{response_id}/file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a response
     * @description The XML as it was sent, or as it was received, with its envelope if it had one.
     *
     *     Needs the permission `document:read`.
     */
    get: operations['getResponseFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import a received document
     * @description One part, `file`: `.xml` (UBL Invoice or CreditNote, CII) or `.pdf` (Factur-X, ZUGFeRD). The values that it states are stored; its sender becomes a relation if there is none yet. The company must be its buyer (of a self-billed one its seller). A document with the same sender, type, number and date as a received one is refused: `file: already received as <id>`.
     *
     *     Needs the permission `document:create`.
     */
    post: operations['importDocument'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/attachments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the attachments of a document
     * @description Needs the permission `document:read`.
     */
    get: operations['listAttachments'];
    put?: never;
    /**
     * Attach a file to a document
     * @description One part, `file`: PDF, PNG, JPEG, CSV, XLSX, ODS or XML.
     *
     *     Needs the permission `document:update`.
     */
    post: operations['addAttachment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/attachments/{attachment_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download an attachment
     * @description Needs the permission `document:read`.
     */
    get: operations['getAttachment'];
    put?: never;
    post?: never;
    /**
     * Remove an attachment
     * @description Needs the permission `document:update`.
     */
    delete: operations['deleteAttachment'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/credit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Credit an invoice, or a part of it
     * @description Creates the credit note of an own invoice in any state, with the prices, texts and buyer of the invoice. Without a body it credits all that is left. Amounts are computed so that credit notes for all of an invoice cancel it exactly, in every VAT group, in whatever parts they were made. The credit note is set off against the invoice as far as both are open. Its amounts, and those of the invoice, cannot change any more. With `send_peppol=true` it is also sent; the error `send_failed` means that it was created, but not sent.
     *
     *     Needs the permission `document:create`; with `send_peppol=true` also `document:update`.
     */
    post: operations['creditDocument'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/convert': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Convert a quote or proforma
     * @description Creates an invoice from a quote or proforma, or a proforma from a quote: with the same relation, delivery location, currency, language, lines, allowances and charges, references and note. Everything else is as in a creation; `external_id`, `metadata` and attachments are not copied. A document can be converted several times. Both documents name each other in `converted_from` and `converted_to`.
     *
     *     Needs the permission `document:create`.
     */
    post: operations['convertDocument'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/payments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the payments of a document
     * @description Needs the permission `document:read`.
     */
    get: operations['listPayments'];
    put?: never;
    /**
     * Record a payment of a document
     * @description Documents in every state take payments, received ones too; quotes and proformas take none. The `open_amount` and the `payment_status` of the document follow. Of concurrent payments that together exceed what is open, those that fit are recorded.
     *
     *     Needs the permission `document:update`.
     */
    post: operations['recordPayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/payments/{payment_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a payment
     * @description Needs the permission `document:read`.
     */
    get: operations['getPayment'];
    put?: never;
    post?: never;
    /**
     * Remove a payment
     * @description Its amount is open again; what is set off with credit notes stays as it is.
     *
     *     Needs the permission `document:update`.
     */
    delete: operations['deletePayment'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/relations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List relations
     * @description Needs the permission `relation:read`.
     */
    get: operations['listRelations'];
    put?: never;
    /**
     * Create a relation
     * @description Needs the permission `relation:create`.
     */
    post: operations['createRelation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/relations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a relation
     * @description Needs the permission `relation:read`.
     */
    get: operations['getRelation'];
    put?: never;
    post?: never;
    /**
     * Delete a relation and its delivery locations
     * @description Needs the permission `relation:delete`.
     */
    delete: operations['deleteRelation'];
    options?: never;
    head?: never;
    /**
     * Change a relation
     * @description Needs the permission `relation:update`.
     */
    patch: operations['updateRelation'];
    trace?: never;
  };
  '/relations/{id}/own-data': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Replace `external_id` and `metadata`
     * @description A member that is left out is cleared. The request is accepted in every state of the resource, also where a `PATCH` is not.
     *
     *     Needs the permission `relation:update`.
     */
    put: operations['putRelationOwnData'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/relations/{relation_id}/delivery-locations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the delivery locations of a relation
     * @description Needs the permission `relation:read`.
     */
    get: operations['listDeliveryLocations'];
    put?: never;
    /**
     * Create a delivery location
     * @description Needs the permission `relation:create`.
     */
    post: operations['createDeliveryLocation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/relations/{relation_id}/delivery-locations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a delivery location
     * @description Needs the permission `relation:read`.
     */
    get: operations['getDeliveryLocation'];
    put?: never;
    post?: never;
    /**
     * Delete a delivery location
     * @description Needs the permission `relation:delete`.
     */
    delete: operations['deleteDeliveryLocation'];
    options?: never;
    head?: never;
    /**
     * Change a delivery location
     * @description Needs the permission `relation:update`.
     */
    patch: operations['updateDeliveryLocation'];
    trace?: never;
  };
  '/bank-accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List bank accounts
     * @description Needs the permission `bank_account:read`.
     */
    get: operations['listBankAccounts'];
    put?: never;
    /**
     * Create a bank account
     * @description Needs the permission `bank_account:create`.
     */
    post: operations['createBankAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/bank-accounts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a bank account
     * @description Needs the permission `bank_account:read`.
     */
    get: operations['getBankAccount'];
    put?: never;
    post?: never;
    /**
     * Delete a bank account
     * @description Needs the permission `bank_account:delete`.
     */
    delete: operations['deleteBankAccount'];
    options?: never;
    head?: never;
    /**
     * Change a bank account
     * @description `default: true` makes it the default instead of the current one.
     *
     *     Needs the permission `bank_account:update`.
     */
    patch: operations['updateBankAccount'];
    trace?: never;
  };
  '/bank-accounts/{id}/own-data': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Replace `external_id` and `metadata`
     * @description A member that is left out is cleared. The request is accepted in every state of the resource, also where a `PATCH` is not.
     *
     *     Needs the permission `bank_account:update`.
     */
    put: operations['putBankAccountOwnData'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/journals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List journals
     * @description Needs the permission `journal:read`.
     */
    get: operations['listJournals'];
    put?: never;
    /**
     * Create a journal
     * @description Needs the permission `journal:create`.
     */
    post: operations['createJournal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/journals/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a journal
     * @description Needs the permission `journal:read`.
     */
    get: operations['getJournal'];
    put?: never;
    post?: never;
    /**
     * Delete a journal without documents
     * @description Needs the permission `journal:delete`.
     */
    delete: operations['deleteJournal'];
    options?: never;
    head?: never;
    /**
     * Change a journal
     * @description Needs the permission `journal:update`.
     */
    patch: operations['updateJournal'];
    trace?: never;
  };
  '/journals/{id}/own-data': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Replace `external_id` and `metadata`
     * @description A member that is left out is cleared. The request is accepted in every state of the resource, also where a `PATCH` is not.
     *
     *     Needs the permission `journal:update`.
     */
    put: operations['putJournalOwnData'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/journals/{id}/integrity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check the numbers of a journal
     * @description For each period: how many numbers there are, the first and the last one, and lists that should be empty: gaps, duplicates, and dates out of order.
     *
     *     Needs the permission `journal:read`.
     */
    get: operations['getJournalIntegrity'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/brandings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List brandings
     * @description Needs the permission `branding:read`.
     */
    get: operations['listBrandings'];
    put?: never;
    /**
     * Create a branding
     * @description Needs the permission `branding:create`.
     */
    post: operations['createBranding'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/brandings/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a branding
     * @description Needs the permission `branding:read`.
     */
    get: operations['getBranding'];
    put?: never;
    post?: never;
    /**
     * Delete a branding
     * @description Needs the permission `branding:delete`.
     */
    delete: operations['deleteBranding'];
    options?: never;
    head?: never;
    /**
     * Change a branding
     * @description Needs the permission `branding:update`.
     */
    patch: operations['updateBranding'];
    trace?: never;
  };
  '/brandings/{id}/own-data': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Replace `external_id` and `metadata`
     * @description A member that is left out is cleared. The request is accepted in every state of the resource, also where a `PATCH` is not.
     *
     *     Needs the permission `branding:update`.
     */
    put: operations['putBrandingOwnData'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/brandings/{id}/logo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the logo of a branding
     * @description Needs the permission `branding:read`.
     */
    get: operations['getLogo'];
    /**
     * Set the logo of a branding
     * @description The body is the image itself: PNG, JPEG or SVG of at most 1 MiB. Scripts and links are removed from an SVG.
     *
     *     Needs the permission `branding:update`.
     */
    put: operations['putLogo'];
    post?: never;
    /**
     * Remove the logo of a branding
     * @description Needs the permission `branding:update`.
     */
    delete: operations['deleteLogo'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{id}/evidence': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the evidence of a document
     * @description A ZIP file with the document, its PDF (or a note if it cannot be drawn), everything that was sent and received, its attachments, its events, the chain from each event to the next checkpoint, the checkpoints, and the SHA-256 of every file. It can be checked without this service.
     *
     *     Needs the permission `document:read`.
     */
    get: operations['getDocumentEvidence'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/events/checkpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the signed checkpoints of the log
     * @description In the order of positions. Every 1,000th event has a checkpoint, and the last event of each day (UTC). `signature` is Ed25519 in base64 over the text `company_id position hash at`, with one space between.
     */
    get: operations['listCheckpoints'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/events/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the keys that verify checkpoints
     * @description The same for all companies, the oldest first. Keys that no longer sign stay in the list.
     */
    get: operations['listSigningKeys'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhooks
     * @description Only the webhooks of the calling client.
     */
    get: operations['listWebhooks'];
    put?: never;
    /**
     * Create a webhook
     * @description Events that follow are sent to `url`, signed as [Standard Webhooks](https://www.standardwebhooks.com) describes. A client has at most 20 webhooks. Types that its permissions do not let it read are refused; `*` stands for those that it may read.
     */
    post: operations['createWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a webhook
     * @description Without its secret, which is shown only once.
     */
    get: operations['getWebhook'];
    put?: never;
    post?: never;
    /**
     * Delete a webhook
     * @description Pending deliveries are not sent any more.
     */
    delete: operations['deleteWebhook'];
    options?: never;
    head?: never;
    /**
     * Change a webhook
     * @description `active: false` turns it off: its pending deliveries fail, and events pass by. `active: true` turns it on for the events that follow.
     */
    patch: operations['updateWebhook'];
    trace?: never;
  };
  '/webhooks/{id}/secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the secret of a webhook
     * @description The previous secret signs along for 24 hours.
     */
    post: operations['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test event
     * @description Sends an event of the type `webhook.test` once. It is not in the log. The outcome is among the deliveries.
     */
    post: operations['testWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List deliveries of a webhook
     * @description Deliveries are kept for 90 days.
     */
    get: operations['listWebhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/{id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send events again
     * @description Makes new deliveries of events: of those of the webhook's types `after` a position, of those in `event_ids`, or of those of which all deliveries have `failed`. A replay makes at most 50000 deliveries. The webhook must be on.
     */
    post: operations['replayWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events in the order of their positions
     * @description Shown are the events of resources that the permissions of the token let it read. A reader that asks `after` the last position it has seen misses no event.
     */
    get: operations['listEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/events/head': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get position and hash of the last event
     * @description The hash covers all events of the company. Who keeps it can show later that none of them was altered.
     */
    get: operations['getEventHead'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/token': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get an access token
     * @description Issues an access token for client credentials or a refresh token, in JSON. A refresh token can be used once; a client has only one at a time, so processes that share a client must share its tokens.
     */
    post: operations['createToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the caller of the access token
     * @description Client, company and permissions of the token that the request is sent with.
     */
    get: operations['getCaller'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/currencies': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List currencies
     * @description The whole list in one response, the same for every caller; it can be cached for a day.
     */
    get: operations['listCurrencies'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/countries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List countries
     * @description The whole list in one response, the same for every caller; it can be cached for a day.
     */
    get: operations['listCountries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units-of-measure': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List units of measure
     * @description The whole list in one response, the same for every caller; it can be cached for a day.
     */
    get: operations['listUnitsOfMeasure'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get this description (OpenAPI 3.1)
     * @description The same for every caller; generators make clients from it.
     */
    get: operations['getInterfaceDescription'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/docs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the guides and this description, and try it
     * @description A page for browsers.
     */
    get: operations['getDocs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/docs/{file}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a guide, or a file of the pages
     * @description Guides are pages for browsers. The other files are scripts, styles and the icon of the pages.
     */
    get: operations['getDocsFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  document: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An event of a document
     * @description Sent to webhooks whose `types` name it: `document.created`, `document.updated`, `document.deleted`, `document.marked_sent`, `document.send_accepted`, `document.sent`, `document.delivered`, `document.failed`, `document.rejected`, `document.received`, `document.imported`, `document.transmitted`, `document.payment_recorded`, `document.payment_removed`, `document.response_received`, `document.response_sent`. The body is the event as `GET /events` returns it. Verify its signature with a library of [Standard Webhooks](https://www.standardwebhooks.com) before it is parsed.
     */
    post: operations['receive_document_event'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  attachment: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An event of a attachment
     * @description Sent to webhooks whose `types` name it: `attachment.created`, `attachment.deleted`. The body is the event as `GET /events` returns it. Verify its signature with a library of [Standard Webhooks](https://www.standardwebhooks.com) before it is parsed.
     */
    post: operations['receive_attachment_event'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  relation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An event of a relation
     * @description Sent to webhooks whose `types` name it: `relation.created`, `relation.updated`, `relation.deleted`. The body is the event as `GET /events` returns it. Verify its signature with a library of [Standard Webhooks](https://www.standardwebhooks.com) before it is parsed.
     */
    post: operations['receive_relation_event'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'delivery-location': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An event of a delivery location
     * @description Sent to webhooks whose `types` name it: `delivery_location.created`, `delivery_location.updated`, `delivery_location.deleted`. The body is the event as `GET /events` returns it. Verify its signature with a library of [Standard Webhooks](https://www.standardwebhooks.com) before it is parsed.
     */
    post: operations['receive_delivery_location_event'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'bank-account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An event of a bank account
     * @description Sent to webhooks whose `types` name it: `bank_account.created`, `bank_account.updated`, `bank_account.deleted`. The body is the event as `GET /events` returns it. Verify its signature with a library of [Standard Webhooks](https://www.standardwebhooks.com) before it is parsed.
     */
    post: operations['receive_bank_account_event'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  journal: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An event of a journal
     * @description Sent to webhooks whose `types` name it: `journal.created`, `journal.updated`, `journal.deleted`. The body is the event as `GET /events` returns it. Verify its signature with a library of [Standard Webhooks](https://www.standardwebhooks.com) before it is parsed.
     */
    post: operations['receive_journal_event'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  branding: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An event of a branding
     * @description Sent to webhooks whose `types` name it: `branding.created`, `branding.updated`, `branding.deleted`. The body is the event as `GET /events` returns it. Verify its signature with a library of [Standard Webhooks](https://www.standardwebhooks.com) before it is parsed.
     */
    post: operations['receive_branding_event'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  test: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A test
     * @description Sent once for each `POST /webhooks/{id}/test`. It is not an event of the log.
     */
    post: operations['receive_test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    DocumentInput: {
      /**
       * @description The type (BT-3). `invoice` and `credit_note` are issued by the company as the seller. `purchase_invoice` and `purchase_credit_note` are issued by the seller and received, or issued by the company as the buyer (self-billing). `proforma` and `quote` are never sent over the network.
       * @enum {string}
       */
      type: 'invoice' | 'credit_note' | 'proforma' | 'quote' | 'purchase_invoice' | 'purchase_credit_note';
      /**
       * Format: uuid
       * @description The other party: the buyer of a sales document, the seller of a purchase document. The relation must have an address.
       */
      relation_id: string;
      /** @description The lines (BG-25), 1 to 1,000. In a `PATCH` they replace all stored lines; lines that were read are sent back without `net_amount`, which is computed. */
      lines: components['schemas']['LineInput'][];
      /** @description The journal that numbers the document. By default the default journal of the category that belongs to `type`. `null` for received documents. */
      journal_id?: string | null;
      /** @description The date of the document (BT-2). By default today in the time zone of the company. It is not before the date of the previous number of the journal, not in closed books, and at most 31 days ahead. */
      issue_date?: string | null;
      /** @description The currency of all amounts (BT-5), as an ISO 4217 code. By default the currency of the company. */
      currency?: string | null;
      /** @description The language of titles and texts in the PDF. By default the language of the relation, or else that of the company. */
      language?: ('en' | 'nl' | 'fr' | 'de') | null;
      /** @description The invoice that a credit note corrects (BG-3): an own document by its `id`, or an invoice from elsewhere by `number` and `issue_date`. Only for credit notes; `null` when there is none. An own invoice keeps its relation and currency while credit notes name it by its `id`. Its number and date are copied when a request names it; naming it again in a PATCH copies them again. */
      preceding_document?:
        | (
            | {
                /**
                 * Format: uuid
                 * @description The id of an own document of the same direction, relation and currency. `null` in a response when the invoice is from elsewhere.
                 */
                id: string;
              }
            | {
                /** @description The id of an own document of the same direction, relation and currency. `null` in a response when the invoice is from elsewhere. */
                id?: null;
                /** @description The number of the invoice (BT-25). */
                number: string;
                /** @description The date of the invoice (BT-26). `null` when it is not known. */
                issue_date?: string | null;
              }
          )
        | null;
      /** @description The day by which payment is due (BT-9); of a quote the last day of the offer. By default `issue_date` plus the `payment_term_days` of the relation, or else plus 30 days; `null` for credit notes. Not before `issue_date`. */
      due_date?: string | null;
      /** @description The day of the delivery (BT-72). `null` when it is not stated. */
      delivery_date?: string | null;
      /** @description The first day of the period that is invoiced (BT-73). `null` when it is not stated. */
      period_start?: string | null;
      /** @description The last day of the period that is invoiced (BT-74). `null` when it is not stated. */
      period_end?: string | null;
      /** @description How much of the currency of the company one unit of the currency of the document is worth: `"0.92"` for a document in USD of a company in EUR. It gives `totals.tax_in_company_currency`. `null` when no rate is stated. */
      exchange_rate?: (string | number) | null;
      /** @description Allowances and charges of the whole document (BG-20, BG-21), at most 100. Each is spread over the VAT rates of the lines in proportion to their totals. The characters of their reasons, and 150 for each of them, times the number of VAT rates are at most 1,000,000. */
      allowance_charges?: components['schemas']['AllowanceChargeInput'][] | null;
      /** @description The amount that was already paid when the document was issued, VAT included (BT-113). At least 0 and at most the total. `null` stands for 0. */
      paid_amount?: (string | number) | null;
      /** @description A reference of the buyer, such as a department or a cost centre, that routes the invoice at the buyer (BT-10). By default the `buyer_reference` of the relation; `null` when there is none. */
      buyer_reference?: string | null;
      /** @description The number of the purchase order of the buyer (BT-13). `null` when there is none. */
      order_reference?: string | null;
      /** @description A text for the whole document (BT-22). `null` when there is none. */
      note?: string | null;
      /** @description The reference that the buyer states in the payment (BT-83). Invoices in EUR of Belgian companies get a structured one (`+++012/3456/78939+++`) when none is given; its check digits are verified. Otherwise `null` by default. */
      payment_reference?: string | null;
      /** @description The delivery location of the relation to which the goods go (BG-13). `null` when the goods go to the address of the buyer, or nothing is delivered. */
      delivery_location_id?: string | null;
      /** @description The branding of the PDF. By default the default branding. `null` when the company has none. */
      branding_id?: string | null;
      /** @description The id in your own system; no other resource of this kind may have it. */
      external_id?: string | null;
      /** @description Names and values of your own system, which are returned and not used. `null` stands for `{}`; a PATCH replaces all of them. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    LineInput: {
      /** @description The name of the item or service (BT-153). */
      name: string;
      /** @description A longer text about the item (BT-154). `null` when there is none. */
      description?: string | null;
      /** @description How many units (BT-129). Not 0; a negative quantity makes a negative line, such as a return. At most 6 decimals. */
      quantity: string | number;
      /** @description The unit of the quantity (BT-130), a code of UN/ECE Recommendation 20 or 21 such as `HUR` (hour) or `KGM` (kilogram). By default `C62` (one, piece). */
      unit?: string | null;
      /** @description The price of one unit without VAT, in the currency of the document (BT-146). At least 0, at most 6 decimals. */
      unit_price: string | number;
      /** @description A discount in percent of quantity × unit price (BT-138). Not together with `discount_amount`; `null` when there is none. */
      discount_percent?: (string | number) | null;
      /** @description A discount on the whole line, in the currency of the document (BT-136). At most quantity × unit price, and not together with `discount_percent`; `null` when there is none. */
      discount_amount?: (string | number) | null;
      /** @description The VAT rate in percent (BT-152), such as `"21.00"`: at most 100, with at most 2 decimals. Above 0 in the category `S`, otherwise 0. */
      vat_rate: string | number;
      /** @description The VAT category (BT-151). `S`: a rate above 0. `Z`: zero rate. `E`: exempt. `AE`: reverse charge, the buyer pays the VAT and must have a VAT number. `K`: intra-Community supply, the buyer must have a VAT number of another member state. `G`: export, the goods leave the EU. `O`: not subject to VAT. By default `S` when the rate is above 0; required when it is 0. Lines of received documents also have `L` (Canary Islands), `M` (Ceuta and Melilla) and `B` (Italian split payment). */
      vat_category?: ('S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O') | null;
      /** @description Why no VAT is charged, in words (BT-120). Not in the categories `S` and `Z`; `AE`, `K`, `G` and `O` have one by default. Otherwise `null`. */
      vat_exemption_reason?: string | null;
      /** @description Why no VAT is charged, as a VATEX code such as `VATEX-EU-AE` (BT-121); it must belong to the category. Not in the categories `S` and `Z`; `AE`, `K`, `G` and `O` have one by default. Otherwise `null`. */
      vat_exemption_code?: string | null;
      /** @description The seller's article number of the item (BT-155). `null` when there is none. */
      item_reference?: string | null;
      /** @description The number of the line in the buyer's purchase order (BT-132). `null` when there is none. */
      order_line_reference?: string | null;
    };
    AllowanceChargeInput: {
      /**
       * @description `allowance` lowers the total (BG-20), `charge` raises it (BG-21).
       * @enum {string}
       */
      kind: 'allowance' | 'charge';
      /** @description The amount without VAT, in the currency of the document (BT-92, BT-99). Either `amount` or `percent`; `null` when a percentage is given. */
      amount?: (string | number) | null;
      /** @description The amount in percent of the total of the lines (BT-94, BT-101). Either `amount` or `percent`; `null` when an amount is given. */
      percent?: (string | number) | null;
      /** @description What it is for (BT-97, BT-104), such as `Freight`. */
      reason: string;
    };
    DocumentPatch: {
      /**
       * Format: uuid
       * @description The other party: the buyer of a sales document, the seller of a purchase document. The relation must have an address.
       */
      relation_id?: string;
      /** @description The lines (BG-25), 1 to 1,000. In a `PATCH` they replace all stored lines; lines that were read are sent back without `net_amount`, which is computed. */
      lines?: components['schemas']['LineInput'][];
      /**
       * Format: date
       * @description The date of the document (BT-2). By default today in the time zone of the company. It is not before the date of the previous number of the journal, not in closed books, and at most 31 days ahead.
       */
      issue_date?: string;
      /** @description The currency of all amounts (BT-5), as an ISO 4217 code. By default the currency of the company. */
      currency?: string;
      /**
       * @description The language of titles and texts in the PDF. By default the language of the relation, or else that of the company.
       * @enum {string}
       */
      language?: 'en' | 'nl' | 'fr' | 'de';
      /** @description The invoice that a credit note corrects (BG-3): an own document by its `id`, or an invoice from elsewhere by `number` and `issue_date`. Only for credit notes; `null` when there is none. An own invoice keeps its relation and currency while credit notes name it by its `id`. Its number and date are copied when a request names it; naming it again in a PATCH copies them again. */
      preceding_document?:
        | (
            | {
                /**
                 * Format: uuid
                 * @description The id of an own document of the same direction, relation and currency. `null` in a response when the invoice is from elsewhere.
                 */
                id: string;
              }
            | {
                /** @description The id of an own document of the same direction, relation and currency. `null` in a response when the invoice is from elsewhere. */
                id?: null;
                /** @description The number of the invoice (BT-25). */
                number: string;
                /** @description The date of the invoice (BT-26). `null` when it is not known. */
                issue_date?: string | null;
              }
            | {
                /**
                 * Format: uuid
                 * @description The id of an own document of the same direction, relation and currency. `null` in a response when the invoice is from elsewhere.
                 */
                id: string;
                /** @description The number of the invoice (BT-25). */
                number: string;
                /** @description The date of the invoice (BT-26). `null` when it is not known. */
                issue_date: string | null;
              }
          )
        | null;
      /** @description The day by which payment is due (BT-9); of a quote the last day of the offer. By default `issue_date` plus the `payment_term_days` of the relation, or else plus 30 days; `null` for credit notes. Not before `issue_date`. */
      due_date?: string | null;
      /** @description The day of the delivery (BT-72). `null` when it is not stated. */
      delivery_date?: string | null;
      /** @description The first day of the period that is invoiced (BT-73). `null` when it is not stated. */
      period_start?: string | null;
      /** @description The last day of the period that is invoiced (BT-74). `null` when it is not stated. */
      period_end?: string | null;
      /** @description How much of the currency of the company one unit of the currency of the document is worth: `"0.92"` for a document in USD of a company in EUR. It gives `totals.tax_in_company_currency`. `null` when no rate is stated. */
      exchange_rate?: (string | number) | null;
      /** @description Allowances and charges of the whole document (BG-20, BG-21), at most 100. Each is spread over the VAT rates of the lines in proportion to their totals. The characters of their reasons, and 150 for each of them, times the number of VAT rates are at most 1,000,000. */
      allowance_charges?: components['schemas']['AllowanceChargeInput'][] | null;
      /** @description The amount that was already paid when the document was issued, VAT included (BT-113). At least 0 and at most the total. `null` stands for 0. */
      paid_amount?: (string | number) | null;
      /** @description A reference of the buyer, such as a department or a cost centre, that routes the invoice at the buyer (BT-10). By default the `buyer_reference` of the relation; `null` when there is none. */
      buyer_reference?: string | null;
      /** @description The number of the purchase order of the buyer (BT-13). `null` when there is none. */
      order_reference?: string | null;
      /** @description A text for the whole document (BT-22). `null` when there is none. */
      note?: string | null;
      /** @description The reference that the buyer states in the payment (BT-83). Invoices in EUR of Belgian companies get a structured one (`+++012/3456/78939+++`) when none is given; its check digits are verified. Otherwise `null` by default. */
      payment_reference?: string | null;
      /** @description The delivery location of the relation to which the goods go (BG-13). `null` when the goods go to the address of the buyer, or nothing is delivered. */
      delivery_location_id?: string | null;
      /** @description The branding of the PDF. By default the default branding. `null` when the company has none. */
      branding_id?: string | null;
      /** @description The id in your own system; no other resource of this kind may have it. */
      external_id?: string | null;
      /** @description Names and values of your own system, which are returned and not used. `null` stands for `{}`; a PATCH replaces all of them. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    OwnDataInput: {
      /** @description The id in your own system; no other resource of this kind may have it. */
      external_id?: string | null;
      /** @description Names and values of your own system, which are returned and not used. `null` stands for `{}`; a PATCH replaces all of them. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    ResponseInput: {
      /**
       * @description What becomes of the invoice or credit note. `AB`: readable, and taken in. `IP`: being processed. `UQ`: halted until a question is answered. `CA`: accepted on conditions. `RE`: rejected. `AP`: accepted, and will be paid. `PD`: paid, or with the reason `PPD` paid in part.
       * @enum {string}
       */
      status: 'AB' | 'IP' | 'UQ' | 'CA' | 'RE' | 'AP' | 'PD';
      /** @description Why, by codes of the list OPStatusReason. `NON`: no issue. `REF`: references. `LEG`: legal data. `REC`: the receiver is unknown. `QUA`: quality. `DEL`: delivery. `PRI`: prices. `QTY`: quantities. `ITM`: items. `PAY`: payment terms. `UNR`: not recognised. `FIN`: finance terms. `PPD`: paid in part, only with `PD` and a text. `OTH`: other. `UQ`, `CA` and `RE` need one. */
      reasons?:
        | {
            /**
             * @description A code of the list.
             * @enum {string}
             */
            code:
              | 'NON'
              | 'REF'
              | 'LEG'
              | 'REC'
              | 'QUA'
              | 'DEL'
              | 'PRI'
              | 'QTY'
              | 'ITM'
              | 'PAY'
              | 'UNR'
              | 'FIN'
              | 'PPD'
              | 'OTH';
            /** @description What it means here, in words. `null` when there is none. */
            text?: string | null;
          }[]
        | null;
      /** @description What the sender of the document is asked to do, by codes of the list OPStatusAction. `NOA`: nothing. `PIN`: provide information. `NIN`: issue a new invoice. `CNF`: credit fully. `CNP`: credit in part. `CNA`: credit what was paid. `OTH`: other. */
      actions?:
        | {
            /**
             * @description A code of the list.
             * @enum {string}
             */
            code: 'NOA' | 'PIN' | 'NIN' | 'CNF' | 'CNP' | 'CNA' | 'OTH';
            /** @description What it means here, in words. `null` when there is none. */
            text?: string | null;
          }[]
        | null;
      /** @description A text for the whole response. `null` when there is none. */
      note?: string | null;
      /** @description The day from which the status holds. `null` when it is not stated. */
      effective_date?: string | null;
    };
    CreditInput: {
      /** @description What is credited; by default all that is left of all lines. */
      lines?:
        | {
            /** @description The position of the line in the invoice, from 0. Each line once. */
            index: number;
            /** @description The quantity to credit, with the sign of the line and at most 6 decimals; by default all that is left of the line. */
            quantity?: (string | number) | null;
          }[]
        | null;
      /** @description The issue date of the credit note; by default today in the time zone of the company. */
      issue_date?: string | null;
      /** @description The journal that numbers the credit note; by default the default journal of its category. */
      journal_id?: string | null;
      /** @description A text for the reader of the credit note (BT-22). `null` when there is none. */
      note?: string | null;
    };
    ConversionInput: {
      /**
       * @description The type of the new document: `invoice`, or for a quote also `proforma`.
       * @enum {string}
       */
      type: 'invoice' | 'proforma';
      /** @description The journal that numbers the new document; by default the default journal of its category. */
      journal_id?: string | null;
      /** @description The issue date of the new document; by default today in the time zone of the company. */
      issue_date?: string | null;
    };
    PaymentInput: {
      /** @description The amount in the currency of the document, above 0 and at most its `open_amount`, with at most as many decimals as the currency or `totals.payable` has. */
      amount: string | number;
      /** @description The day of the payment; any day, in closed books too. By default today in the time zone of the company. */
      date?: string | null;
      /** @description How it was paid: `transfer` (from account to account), `direct_debit`, `card`, `cash`, or `other`. By default `transfer`. */
      method?: ('transfer' | 'direct_debit' | 'card' | 'cash' | 'other') | null;
      /** @description What identifies the payment elsewhere, such as the transaction id of the bank. `null` when there is nothing. */
      reference?: string | null;
    };
    RelationInput: components['schemas']['CompanyInput'] | components['schemas']['ContactInput'];
    CompanyInput: {
      /**
       * @description `company`: an organisation. `contact`: a person. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'company';
      /** @description The name of the company (BT-27, BT-44). */
      name: string;
      /** @description The VAT number with its country code, such as `BE0123456749` (BT-31, BT-48). Its check digits are verified; it is stored in upper case without separators. Unique among companies; only a creation with `ignore_duplicate=true` may repeat it. `null` when there is none. */
      vat?: string | null;
      /** @description The number in a register of organisations, such as `0123456749` (BT-30, BT-47). Unique among companies; only a creation with `ignore_duplicate=true` may repeat it. `null` when it is not known. */
      identifier?: string | null;
      /** @description The address on the e-invoicing network, `scheme:value`, such as `0208:0123456749` (BT-34, BT-49); the scheme is a code of the EAS list. Needed for sending. Unique among companies; only a creation with `ignore_duplicate=true` may repeat it. `null` when there is none. */
      electronic_address?: string | null;
      /** @description The website. `null` when there is none. */
      website?: string | null;
      /** @description The email address (BT-43, BT-58). `null` when there is none. */
      email?: string | null;
      /** @description The telephone number (BT-42, BT-57). `null` when there is none. */
      phone?: string | null;
      /** @description The language of documents for the relation. `null` stands for the language of the company. */
      language?: ('en' | 'nl' | 'fr' | 'de') | null;
      /** @description The postal address (BG-5, BG-8). Needed for documents. `null` when it is not known. */
      address?: components['schemas']['AddressInput'] | null;
      /** @description The IBAN of the account of the relation (BT-84). Spaces, dashes and lower case are accepted. `null` when it is not known. */
      iban?: string | null;
      /** @description The BIC of the bank of that account (BT-86). Spaces and lower case are accepted. `null` when it is not known. */
      bic?: string | null;
      /** @description The number of days from `issue_date` to `due_date` of documents for the relation, 0 to 365. `null` stands for 30 days. */
      payment_term_days?: number | null;
      /** @description The reference that documents for the relation state when they are given none (BT-10). `null` when there is none. */
      buyer_reference?: string | null;
      /** @description A text for internal use; it is neither printed nor sent. `null` when there is none. */
      note?: string | null;
      /** @description The id in your own system; no other resource of this kind may have it. */
      external_id?: string | null;
      /** @description Names and values of your own system, which are returned and not used. `null` stands for `{}`; a PATCH replaces all of them. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    AddressInput: {
      /** @description The country, as an ISO 3166-1 alpha-2 code such as `BE` (BT-40, BT-55, BT-80). Required in every address. */
      country_code?: string | null;
      /** @description The street, without the number (with it BT-35, BT-50, BT-75). `null` when it is not known. */
      street?: string | null;
      /** @description The number of the house in the street. `null` when it is not known; only with `street`. */
      street_number?: string | null;
      /** @description The box, suite or floor (BT-36, BT-51, BT-76). A value that begins with a word, such as `Suite 4`, is printed as it is; another one gets the word of its place, such as `bus 4` in Ghent and `bte 4` in Namur. `null` when there is none. */
      box?: string | null;
      /** @description The postal code (BT-38, BT-53, BT-78). `null` when it is not known. */
      postal_code?: string | null;
      /** @description The city or town (BT-37, BT-52, BT-77). `null` when it is not known. */
      city?: string | null;
      /** @description The state, province or other subdivision (BT-39, BT-54, BT-79). `null` when it is not known. */
      region?: string | null;
    };
    ContactInput: {
      /**
       * @description `company`: an organisation. `contact`: a person. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'contact';
      /** @description The first name of the person. `null` when it is not known. */
      first_name?: string | null;
      /** @description The last name of the person (with the first name BT-44). */
      last_name: string;
      /** @description The email address (BT-43, BT-58). `null` when there is none. */
      email?: string | null;
      /** @description The telephone number (BT-42, BT-57). `null` when there is none. */
      phone?: string | null;
      /** @description The language of documents for the relation. `null` stands for the language of the company. */
      language?: ('en' | 'nl' | 'fr' | 'de') | null;
      /** @description The postal address (BG-5, BG-8). Needed for documents. `null` when it is not known. */
      address?: components['schemas']['AddressInput'] | null;
      /** @description The IBAN of the account of the relation (BT-84). Spaces, dashes and lower case are accepted. `null` when it is not known. */
      iban?: string | null;
      /** @description The BIC of the bank of that account (BT-86). Spaces and lower case are accepted. `null` when it is not known. */
      bic?: string | null;
      /** @description The number of days from `issue_date` to `due_date` of documents for the relation, 0 to 365. `null` stands for 30 days. */
      payment_term_days?: number | null;
      /** @description The reference that documents for the relation state when they are given none (BT-10). `null` when there is none. */
      buyer_reference?: string | null;
      /** @description A text for internal use; it is neither printed nor sent. `null` when there is none. */
      note?: string | null;
      /** @description The id in your own system; no other resource of this kind may have it. */
      external_id?: string | null;
      /** @description Names and values of your own system, which are returned and not used. `null` stands for `{}`; a PATCH replaces all of them. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    RelationPatch: {
      /** @description The name of the company (BT-27, BT-44). */
      name?: string;
      /** @description The VAT number with its country code, such as `BE0123456749` (BT-31, BT-48). Its check digits are verified; it is stored in upper case without separators. Unique among companies; only a creation with `ignore_duplicate=true` may repeat it. `null` when there is none. */
      vat?: string | null;
      /** @description The number in a register of organisations, such as `0123456749` (BT-30, BT-47). Unique among companies; only a creation with `ignore_duplicate=true` may repeat it. `null` when it is not known. */
      identifier?: string | null;
      /** @description The address on the e-invoicing network, `scheme:value`, such as `0208:0123456749` (BT-34, BT-49); the scheme is a code of the EAS list. Needed for sending. Unique among companies; only a creation with `ignore_duplicate=true` may repeat it. `null` when there is none. */
      electronic_address?: string | null;
      /** @description The website. `null` when there is none. */
      website?: string | null;
      /** @description The first name of the person. `null` when it is not known. */
      first_name?: string | null;
      /** @description The last name of the person (with the first name BT-44). */
      last_name?: string;
      /** @description The email address (BT-43, BT-58). `null` when there is none. */
      email?: string | null;
      /** @description The telephone number (BT-42, BT-57). `null` when there is none. */
      phone?: string | null;
      /** @description The language of documents for the relation. `null` stands for the language of the company. */
      language?: ('en' | 'nl' | 'fr' | 'de') | null;
      /** @description The postal address (BG-5, BG-8). Needed for documents. `null` when it is not known. */
      address?: components['schemas']['AddressInput'] | null;
      /** @description The IBAN of the account of the relation (BT-84). Spaces, dashes and lower case are accepted. `null` when it is not known. */
      iban?: string | null;
      /** @description The BIC of the bank of that account (BT-86). Spaces and lower case are accepted. `null` when it is not known. */
      bic?: string | null;
      /** @description The number of days from `issue_date` to `due_date` of documents for the relation, 0 to 365. `null` stands for 30 days. */
      payment_term_days?: number | null;
      /** @description The reference that documents for the relation state when they are given none (BT-10). `null` when there is none. */
      buyer_reference?: string | null;
      /** @description A text for internal use; it is neither printed nor sent. `null` when there is none. */
      note?: string | null;
      /** @description The id in your own system; no other resource of this kind may have it. */
      external_id?: string | null;
      /** @description Names and values of your own system, which are returned and not used. `null` stands for `{}`; a PATCH replaces all of them. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    DeliveryLocationInput: {
      /** @description The name of the location (BT-70). `null` when there is none. */
      name?: string | null;
      /** @description The number of the location in a register (BT-71). Only with `identifier_scheme`; `null` when there is none. */
      identifier?: string | null;
      /** @description The register, a code of the ICD list with four digits, such as `0088` (GLN). Only with `identifier`; `null` when there is none. */
      identifier_scheme?: string | null;
      /** @description The address to which the goods go (BG-15). */
      address: components['schemas']['AddressInput'];
    };
    DeliveryLocationPatch: {
      /** @description The name of the location (BT-70). `null` when there is none. */
      name?: string | null;
      /** @description The number of the location in a register (BT-71). Only with `identifier_scheme`; `null` when there is none. */
      identifier?: string | null;
      /** @description The register, a code of the ICD list with four digits, such as `0088` (GLN). Only with `identifier`; `null` when there is none. */
      identifier_scheme?: string | null;
      /** @description The address to which the goods go (BG-15). */
      address?: components['schemas']['AddressInput'];
    };
    BankAccountInput: {
      /** @description The IBAN of the account (BT-84), unique in the company. Spaces, dashes and lower case are accepted; it is stored without them in upper case. */
      reference: string;
      /** @description The BIC of the bank (BT-86). `null` when it is not known. */
      bic?: string | null;
      /** @description What the account is called in your books; it is neither printed nor sent. `null` when there is none. */
      name?: string | null;
      /** @description Whether documents whose journal names no account ask to pay to this one. A company with accounts has exactly one default: the first account becomes it, and `true` on another one takes it over. */
      default?: boolean | null;
      /** @description The id in your own system; no other resource of this kind may have it. */
      external_id?: string | null;
      /** @description Names and values of your own system, which are returned and not used. `null` stands for `{}`; a PATCH replaces all of them. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    BankAccountPatch: {
      /** @description The IBAN of the account (BT-84), unique in the company. Spaces, dashes and lower case are accepted; it is stored without them in upper case. */
      reference?: string;
      /** @description The BIC of the bank (BT-86). `null` when it is not known. */
      bic?: string | null;
      /** @description What the account is called in your books; it is neither printed nor sent. `null` when there is none. */
      name?: string | null;
      /** @description Whether documents whose journal names no account ask to pay to this one. A company with accounts has exactly one default: the first account becomes it, and `true` on another one takes it over. */
      default?: boolean;
      /** @description The id in your own system; no other resource of this kind may have it. */
      external_id?: string | null;
      /** @description Names and values of your own system, which are returned and not used. `null` stands for `{}`; a PATCH replaces all of them. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    JournalInput: {
      /** @description A short code, unique in the company: 1 to 12 of `A-Z`, `0-9` and `-`. It can stand in numbers. */
      code: string;
      /** @description The name of the journal. */
      name: string;
      /**
       * @description Which documents the journal numbers: `sales` invoices, `sales_credit` credit notes, `proforma`, `quote`, `purchase` self-billed invoices, `purchase_credit` self-billed credit notes.
       * @enum {string}
       */
      category: 'sales' | 'sales_credit' | 'proforma' | 'quote' | 'purchase' | 'purchase_credit';
      /** @description When the numbers begin again: `continuous` never, `yearly` (the default) each year, `monthly` each month, by the issue date. */
      sequence_scope?: ('continuous' | 'yearly' | 'monthly') | null;
      /** @description How a number is written: text with `{code}`, `{yyyy}` or `{yy}`, `{mm}`, and `{seq}` or `{seq:5}` for the counter with at least 5 digits. By default `{code}-{yyyy}-{seq:5}`, monthly `{code}-{yyyy}-{mm}-{seq:5}`, continuous `{code}-{seq:5}`. At most 30 characters when written. It cannot be changed. */
      number_format?: string | null;
      /** @description The first number of the period in which the journal is created, by default 1. Later periods begin at 1. It cannot be changed. */
      first_number?: number | null;
      /** @description The account that documents of the journal ask to pay to. `null` stands for the default account of the company. */
      bank_account_id?: string | null;
      /** @description Whether documents of the category without a `journal_id` use this journal. A category with active journals has exactly one default: the first active journal becomes it, and `true` on another one takes it over. */
      default?: boolean | null;
      /** @description Whether new documents can use the journal; by default `true`. */
      active?: boolean | null;
      /** @description The id in your own system; no other resource of this kind may have it. */
      external_id?: string | null;
      /** @description Names and values of your own system, which are returned and not used. `null` stands for `{}`; a PATCH replaces all of them. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    JournalPatch: {
      /** @description The name of the journal. */
      name?: string;
      /** @description The account that documents of the journal ask to pay to. `null` stands for the default account of the company. */
      bank_account_id?: string | null;
      /** @description Whether documents of the category without a `journal_id` use this journal. A category with active journals has exactly one default: the first active journal becomes it, and `true` on another one takes it over. */
      default?: boolean;
      /** @description Whether new documents can use the journal; by default `true`. */
      active?: boolean;
      /** @description The id in your own system; no other resource of this kind may have it. */
      external_id?: string | null;
      /** @description Names and values of your own system, which are returned and not used. `null` stands for `{}`; a PATCH replaces all of them. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    BrandingInput: {
      /** @description A name for the branding; it is not printed. */
      name: string;
      /** @description Whether documents without a `branding_id` use this branding. A company with brandings has exactly one default: the first branding becomes it, and `true` on another one takes it over. */
      default?: boolean | null;
      /** @description For which envelopes the PDF is laid out: with `right` the address of the receiver stands in a window on the right (C5/6, with a window of 85 × 33 mm, 55 mm below the upper edge of the page), with `left` at the left margin. It is `left` by default. */
      address_position?: ('left' | 'right') | null;
      /** @description The colour of titles and lines in the PDF, `#rrggbb`. `null` stands for dark blue, `#1f4e79`. */
      primary_color?: string | null;
      /** @description A text below the logo on the first page of the PDF, which shows its first 8 lines. `null` when there is none. */
      header?: string | null;
      /** @description A text at the bottom of every page of the PDF, which shows its first 8 lines. `null` when there is none. */
      footer?: string | null;
      /** @description The id in your own system; no other resource of this kind may have it. */
      external_id?: string | null;
      /** @description Names and values of your own system, which are returned and not used. `null` stands for `{}`; a PATCH replaces all of them. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    BrandingPatch: {
      /** @description A name for the branding; it is not printed. */
      name?: string;
      /** @description Whether documents without a `branding_id` use this branding. A company with brandings has exactly one default: the first branding becomes it, and `true` on another one takes it over. */
      default?: boolean;
      /**
       * @description For which envelopes the PDF is laid out: with `right` the address of the receiver stands in a window on the right (C5/6, with a window of 85 × 33 mm, 55 mm below the upper edge of the page), with `left` at the left margin. It is `left` by default.
       * @enum {string}
       */
      address_position?: 'left' | 'right';
      /** @description The colour of titles and lines in the PDF, `#rrggbb`. `null` stands for dark blue, `#1f4e79`. */
      primary_color?: string | null;
      /** @description A text below the logo on the first page of the PDF, which shows its first 8 lines. `null` when there is none. */
      header?: string | null;
      /** @description A text at the bottom of every page of the PDF, which shows its first 8 lines. `null` when there is none. */
      footer?: string | null;
      /** @description The id in your own system; no other resource of this kind may have it. */
      external_id?: string | null;
      /** @description Names and values of your own system, which are returned and not used. `null` stands for `{}`; a PATCH replaces all of them. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    WebhookInput: {
      /**
       * Format: uri
       * @description The address that events are sent to: an https URL with a public address, without user information and fragment; at most 2,048 characters.
       */
      url: string;
      /** @description The types of events that are sent: exact types such as `document.created`, all types of a resource as `document.*`, or `*` for all; 1 to 50 entries. */
      types: components['schemas']['EventPattern'][];
      /** @description What the webhook is for, in your words; the service does not use it. `null` when there is none. */
      description?: string | null;
      /** @description Whether events are sent; by default `true`. */
      active?: boolean | null;
    };
    /**
     * @description A type of events, `<resource>.*` or `*`.
     * @enum {string}
     */
    EventPattern:
      | '*'
      | 'document.*'
      | 'attachment.*'
      | 'relation.*'
      | 'delivery_location.*'
      | 'bank_account.*'
      | 'journal.*'
      | 'branding.*'
      | 'company.*'
      | 'client.*'
      | 'document.created'
      | 'document.updated'
      | 'document.deleted'
      | 'document.marked_sent'
      | 'document.send_accepted'
      | 'document.sent'
      | 'document.delivered'
      | 'document.failed'
      | 'document.rejected'
      | 'document.received'
      | 'document.imported'
      | 'document.transmitted'
      | 'document.payment_recorded'
      | 'document.payment_removed'
      | 'document.response_received'
      | 'document.response_sent'
      | 'attachment.created'
      | 'attachment.deleted'
      | 'relation.created'
      | 'relation.updated'
      | 'relation.deleted'
      | 'delivery_location.created'
      | 'delivery_location.updated'
      | 'delivery_location.deleted'
      | 'bank_account.created'
      | 'bank_account.updated'
      | 'bank_account.deleted'
      | 'journal.created'
      | 'journal.updated'
      | 'journal.deleted'
      | 'branding.created'
      | 'branding.updated'
      | 'branding.deleted'
      | 'company.updated'
      | 'client.created'
      | 'client.updated'
      | 'client.secret_rotated'
      | 'client.revoked'
      | 'client.locked';
    WebhookPatch: {
      /**
       * Format: uri
       * @description The address that events are sent to: an https URL with a public address, without user information and fragment; at most 2,048 characters.
       */
      url?: string;
      /** @description The types of events that are sent: exact types such as `document.created`, all types of a resource as `document.*`, or `*` for all; 1 to 50 entries. */
      types?: components['schemas']['EventPattern'][];
      /** @description What the webhook is for, in your words; the service does not use it. `null` when there is none. */
      description?: string | null;
      /** @description Whether events are sent; by default `true`. */
      active?: boolean;
    };
    WebhookReplay: {
      /** @description Sends the events after this position again; 0 stands for all. */
      after?: number | null;
      /** @description Sends the events with these ids again, at most 1,000. */
      event_ids?: string[] | null;
      /** @description Sends the events again of which all deliveries have failed; those that happened while the webhook was off have none. */
      failed?: true | null;
    };
    /** @description `client_credentials` needs `client_id` and `client_secret`, `refresh_token` needs `refresh_token`. */
    TokenRequest: {
      /**
       * @description What the token is requested with: `client_credentials` (RFC 6749 §4.4) or `refresh_token` (§6).
       * @enum {string}
       */
      grant_type: 'client_credentials' | 'refresh_token';
      /** @description The id of the client. Only for `client_credentials`. */
      client_id?: string | null;
      /** @description The secret of the client. Only for `client_credentials`. */
      client_secret?: string | null;
      /** @description The refresh token of the previous response. Only for `refresh_token`. */
      refresh_token?: string | null;
    };
    Event: {
      /** @description The id of the event, a UUID; the same in the feed and in webhooks. */
      id: string;
      /** @description The position in the log of the company: 1, 2, 3 … without a gap. */
      position: number;
      /**
       * @description What happened: `<resource>.<what happened>`, such as `document.created`.
       * @enum {string}
       */
      type:
        | 'document.created'
        | 'document.updated'
        | 'document.deleted'
        | 'document.marked_sent'
        | 'document.send_accepted'
        | 'document.sent'
        | 'document.delivered'
        | 'document.failed'
        | 'document.rejected'
        | 'document.received'
        | 'document.imported'
        | 'document.transmitted'
        | 'document.payment_recorded'
        | 'document.payment_removed'
        | 'document.response_received'
        | 'document.response_sent'
        | 'attachment.created'
        | 'attachment.deleted'
        | 'relation.created'
        | 'relation.updated'
        | 'relation.deleted'
        | 'delivery_location.created'
        | 'delivery_location.updated'
        | 'delivery_location.deleted'
        | 'bank_account.created'
        | 'bank_account.updated'
        | 'bank_account.deleted'
        | 'journal.created'
        | 'journal.updated'
        | 'journal.deleted'
        | 'branding.created'
        | 'branding.updated'
        | 'branding.deleted'
        | 'company.updated'
        | 'client.created'
        | 'client.updated'
        | 'client.secret_rotated'
        | 'client.revoked'
        | 'client.locked';
      /**
       * Format: date-time
       * @description When the change was made. It can be earlier than that of the previous position.
       */
      occurred_at: string;
      /** @description Who made the change. */
      actor: {
        /**
         * @description `client`: a client of this API. `operator`: management. `network`: the e-invoicing network. `service`: the service itself.
         * @enum {string}
         */
        kind: 'client' | 'operator' | 'network' | 'service';
        /** @description The `client_id` of a client, the `sub` of an operator who signed in by OpenID Connect; otherwise `null`. */
        id: string | null;
      };
      /** @description The `X-Request-ID` of the request that made the change. `null` when no request made it. */
      request_id: string | null;
      /** @description The resource that changed. */
      resource: {
        /**
         * @description The kind of the resource, as in the `type` of the event before the dot.
         * @enum {string}
         */
        type:
          | 'document'
          | 'attachment'
          | 'relation'
          | 'delivery_location'
          | 'bank_account'
          | 'journal'
          | 'branding'
          | 'company'
          | 'client';
        /** @description The id of the resource. */
        id: string;
        /** @description The version after the change, as in its `ETag`. `null` where there is none. */
        version: number | null;
      };
      /** @description The top-level members of the resource that differ, sorted. Empty when the resource was created or deleted. */
      changed: string[];
      /** @description What a reader needs without another request, such as `number`, `status` and `totals` of a document. No personal data beyond names and ids. */
      data: {
        [key: string]: unknown;
      };
      /** @description SHA-256 of the resource as its GET returned it after the change, in lower-case hexadecimal (RFC 8785 form); of an attachment that of its bytes. `null` for a company and a client. */
      digest: string | null;
      /** @description The `hash` of the previous position; 64 zeros before the first event. */
      previous_hash: string;
      /** @description SHA-256 over `previous_hash` and the content of the event, in lower-case hexadecimal. */
      hash: string;
    };
    WebhookTest: {
      /** @description The id of the test, and the header `webhook-id`. */
      id: string;
      /**
       * @description Always `webhook.test`.
       * @constant
       */
      type: 'webhook.test';
      /**
       * Format: date-time
       * @description When the test was requested.
       */
      occurred_at: string;
      /** @description Which webhook is tested. */
      data: {
        /** @description The id of the webhook that is tested. */
        webhook_id: string;
      };
    };
    DocumentRow: {
      /**
       * Format: uuid
       * @description The id of the resource, a UUID of version 7. It is assigned on creation and never changes.
       */
      id: string;
      /**
       * @description The type (BT-3). `invoice` and `credit_note` are issued by the company as the seller. `purchase_invoice` and `purchase_credit_note` are issued by the seller and received, or issued by the company as the buyer (self-billing). `proforma` and `quote` are never sent over the network.
       * @enum {string}
       */
      type: 'invoice' | 'credit_note' | 'proforma' | 'quote' | 'purchase_invoice' | 'purchase_credit_note';
      /** @description The number (BT-1): for own documents assigned by the journal on creation and unique in the company, for received documents the number of the sender. */
      number: string;
      /** @description The journal that numbers the document. By default the default journal of the category that belongs to `type`. `null` for received documents. */
      journal_id: string | null;
      /**
       * @description `draft`: numbered, and can still be changed. `sent`: sent over the network or marked as sent; it cannot be changed. `received`: received from another party.
       * @enum {string}
       */
      status: 'draft' | 'sent' | 'received';
      /**
       * @description `transmitted` when the document has been booked in accounting, otherwise `pending`.
       * @enum {string}
       */
      accounting_status: 'pending' | 'transmitted';
      /** @description The state of the latest transmission over the network: `pending` until the network has accepted it, `sent` when it is on its way, `delivered` at the receiver, `failed` when it certainly did not arrive, `rejected` by the receiver. `null` when the document was never sent over the network. */
      peppol_status: ('pending' | 'sent' | 'delivered' | 'failed' | 'rejected') | null;
      /** @description Why the latest transmission failed, was rejected or is delayed. `null` without a problem. */
      peppol_error: {
        /** @description The kind of the problem. Pending and tried again: `network_unavailable`, `outcome_unknown`, `pdf_not_made`. Failed: `receiver_not_registered`, `invalid_document`, `configuration` (of the access point), `not_delivered`, `gave_up` (after the last attempt), `closed_by_operator`. Rejected: `rejected_by_receiver`. */
        code: string;
        /** @description The problem in words. */
        message: string;
      } | null;
      /**
       * @description `unpaid`: nothing is paid. `partial`: a part is paid. `paid`: nothing is open. It follows from `paid_amount`, payments and linked amounts.
       * @enum {string}
       */
      payment_status: 'unpaid' | 'partial' | 'paid';
      /**
       * Format: uuid
       * @description The other party: the buyer of a sales document, the seller of a purchase document. The relation must have an address.
       */
      relation_id: string;
      /** @description The delivery location of the relation to which the goods go (BG-13). `null` when the goods go to the address of the buyer, or nothing is delivered. */
      delivery_location_id: string | null;
      /** @description The branding of the PDF. By default the default branding. `null` when the company has none. */
      branding_id: string | null;
      /**
       * Format: date
       * @description The date of the document (BT-2). By default today in the time zone of the company. It is not before the date of the previous number of the journal, not in closed books, and at most 31 days ahead.
       */
      issue_date: string;
      /** @description The day by which payment is due (BT-9); of a quote the last day of the offer. By default `issue_date` plus the `payment_term_days` of the relation, or else plus 30 days; `null` for credit notes. Not before `issue_date`. */
      due_date: string | null;
      /** @description The day of the delivery (BT-72). `null` when it is not stated. */
      delivery_date: string | null;
      /** @description The first day of the period that is invoiced (BT-73). `null` when it is not stated. */
      period_start: string | null;
      /** @description The last day of the period that is invoiced (BT-74). `null` when it is not stated. */
      period_end: string | null;
      /** @description The currency of all amounts (BT-5), as an ISO 4217 code. By default the currency of the company. */
      currency: string;
      /** @description How much of the currency of the company one unit of the currency of the document is worth: `"0.92"` for a document in USD of a company in EUR. It gives `totals.tax_in_company_currency`. `null` when no rate is stated. */
      exchange_rate: string | null;
      /**
       * @description The language of titles and texts in the PDF. By default the language of the relation, or else that of the company.
       * @enum {string}
       */
      language: 'en' | 'nl' | 'fr' | 'de';
      /** @description A reference of the buyer, such as a department or a cost centre, that routes the invoice at the buyer (BT-10). By default the `buyer_reference` of the relation; `null` when there is none. */
      buyer_reference: string | null;
      /** @description The number of the purchase order of the buyer (BT-13). `null` when there is none. */
      order_reference: string | null;
      /** @description A text for the whole document (BT-22). `null` when there is none. */
      note: string | null;
      /** @description The reference that the buyer states in the payment (BT-83). Invoices in EUR of Belgian companies get a structured one (`+++012/3456/78939+++`) when none is given; its check digits are verified. Otherwise `null` by default. */
      payment_reference: string | null;
      /** @description The invoice that a credit note corrects (BG-3): an own document by its `id`, or an invoice from elsewhere by `number` and `issue_date`. Only for credit notes; `null` when there is none. An own invoice keeps its relation and currency while credit notes name it by its `id`. Its number and date are copied when a request names it; naming it again in a PATCH copies them again. */
      preceding_document: {
        /** @description The id of an own document of the same direction, relation and currency. `null` in a response when the invoice is from elsewhere. */
        id: string | null;
        /** @description The number of the invoice (BT-25). */
        number: string;
        /** @description The date of the invoice (BT-26). `null` when it is not known. */
        issue_date: string | null;
      } | null;
      /** @description The quote or proforma that the document was made from, which may have been deleted. `null` for all others. */
      converted_from: components['schemas']['RelatedDocument'] | null;
      /** @description The documents that were made from this quote or proforma, the oldest first. */
      converted_to: components['schemas']['RelatedDocument'][];
      /** @description The sum of the totals of the credit notes that name this own invoice by its id, in the currency of the document. `null` for all other documents. */
      credited_amount: string | null;
      /** @description The credit notes that name this own invoice by its id, the oldest first. */
      credit_notes: components['schemas']['CreditNoteReference'][];
      /** @description The seller as of the creation of the document (BG-4). Later changes do not alter it. */
      seller: components['schemas']['Party'];
      /** @description The buyer as of the creation of the document (BG-7). Later changes do not alter it. */
      buyer: components['schemas']['Party'];
      /** @description The delivery location as of the creation of the document (BG-13). `null` without `delivery_location_id`; of a received document, the place that it states, or `null`. */
      delivery: {
        /** @description The name of the location (BT-70). `null` when there is none. */
        name: string | null;
        /** @description The number of the location in a register (BT-71). `null` when there is none. */
        identifier: string | null;
        /** @description The register, a code of the ICD list such as `0088` (GLN). `null` without `identifier`. */
        identifier_scheme: string | null;
        /** @description The address to which the goods go (BG-15). `null` only on a received document that states none. */
        address: components['schemas']['StatedAddress'] | null;
      } | null;
      /** @description The account to pay to, as of the creation of the document (BG-17): that of the journal, or else the default account of the company; of a purchase document that of the relation. `null` when there is none. */
      payment: {
        /** @description The IBAN of the account (BT-84), without spaces. */
        iban: string;
        /** @description The BIC of its bank (BT-86). `null` when it is not stated. */
        bic: string | null;
      } | null;
      /** @description Allowances and charges of the whole document (BG-20, BG-21), at most 100. Each is spread over the VAT rates of the lines in proportion to their totals. The characters of their reasons, and 150 for each of them, times the number of VAT rates are at most 1,000,000. */
      allowance_charges: {
        /**
         * @description `allowance` lowers the total (BG-20), `charge` raises it (BG-21).
         * @enum {string}
         */
        kind: 'allowance' | 'charge';
        /** @description The amount without VAT, in the currency of the document (BT-92, BT-99). Either `amount` or `percent`; `null` when a percentage is given. */
        amount: string | null;
        /** @description The amount in percent of the total of the lines (BT-94, BT-101). Either `amount` or `percent`; `null` when an amount is given. */
        percent: string | null;
        /** @description What it is for (BT-97, BT-104), such as `Freight`. `null` only on a received document that states none. */
        reason: string | null;
      }[];
      /** @description The VAT for each category and rate (BG-23). VAT is rounded once per category and rate, not per line. */
      vat_breakdown: {
        /** @description The VAT category (BT-118); see `lines[].vat_category`. */
        category: string;
        /** @description The VAT rate in percent (BT-119), such as `"21.00"`. */
        rate: string;
        /** @description The amount that the VAT is computed on: lines, less allowances, plus charges (BT-116), in the currency of the document. */
        taxable_amount: string;
        /** @description The VAT: `taxable_amount` × `rate`, rounded (BT-117), in the currency of the document. */
        vat_amount: string;
        /** @description Why no VAT is charged, in words (BT-120). `null` when VAT is charged. */
        exemption_reason: string | null;
        /** @description Why no VAT is charged, as a VATEX code (BT-121). `null` when none is stated. */
        exemption_code: string | null;
      }[];
      /** @description The totals of the document (BG-22), in the currency of the document unless stated otherwise. */
      totals: {
        /** @description The sum of the net amounts of all lines (BT-106). */
        lines: string;
        /** @description The sum of the allowances of the document (BT-107). */
        allowances: string;
        /** @description The sum of the charges of the document (BT-108). */
        charges: string;
        /** @description The total without VAT: lines, less allowances, plus charges (BT-109). */
        tax_exclusive: string;
        /** @description The total VAT (BT-110). */
        tax: string;
        /** @description The total with VAT (BT-112). It is the total of the document. */
        tax_inclusive: string;
        /** @description An amount that rounds the amount to pay (BT-114). Other than 0 only in received documents. */
        rounding: string;
        /** @description The amount paid before the document was issued (BT-113). Later payments do not change it. */
        paid: string;
        /** @description The amount to pay when the document was issued: total with VAT, less paid, plus rounding (BT-115). */
        payable: string;
        /** @description The total VAT in the currency of the company (BT-111). `null` when the document has that currency, or no `exchange_rate`. */
        tax_in_company_currency: string | null;
      };
      /** @description The amount that was already paid when the document was issued, VAT included (BT-113). At least 0 and at most the total. `null` stands for 0. */
      paid_amount: string | null;
      /** @description The amount that is still to be paid, in the currency of the document: `totals.payable` less payments, the amounts of linked reconciliations and payment intents, and what is set off with credit notes. Below 0 when links go beyond it. A negative total of a received document counts by its size. `null` for quotes and proformas. */
      open_amount: string | null;
      /** @description The Invoice Responses that were sent about this received document, or received about this sent document, the oldest first. A change of them does not move the version of the document. */
      responses: components['schemas']['InvoiceResponse'][];
      /** @description The earlier received document with the same sender, type, number and date. `null` when there is none. */
      duplicate_of: string | null;
      /** @description When the network accepted the document, or when it was marked as sent. `null` when it was not sent. */
      sent_at: string | null;
      /** @description When the document was booked in accounting. `null` when it was not. */
      transmitted_at: string | null;
      /** @description When the document was received or imported. `null` for own documents. */
      received_at: string | null;
      /**
       * Format: date-time
       * @description When the resource was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the resource last changed; `created_at` if it has not changed.
       */
      updated_at: string;
      /** @description The id in your own system. It is neither printed nor sent. */
      external_id: string | null;
      /** @description Names and values of your own system. They are neither printed nor sent. */
      metadata: {
        [key: string]: string;
      };
    };
    RelatedDocument: {
      /**
       * Format: uuid
       * @description The id of the document.
       */
      id: string;
      /** @description The number of the document. */
      number: string;
      /**
       * @description The type of the document.
       * @enum {string}
       */
      type: 'invoice' | 'credit_note' | 'proforma' | 'quote' | 'purchase_invoice' | 'purchase_credit_note';
    };
    CreditNoteReference: {
      /**
       * Format: uuid
       * @description The id of the credit note.
       */
      id: string;
      /** @description The number of the credit note. */
      number: string;
    };
    StatedAddress: {
      /** @description The country, as an ISO 3166-1 alpha-2 code such as `BE` (BT-40, BT-55, BT-80). On a received document, the code that it states, which may be one that is not in ISO 3166-1, such as `1A` (Kosovo); `null` only when it states no code, or one that is neither two letters nor `1A`. */
      country_code: string | null;
      /** @description The street, without the number (with it BT-35, BT-50, BT-75). `null` when it is not known. */
      street: string | null;
      /** @description The number of the house in the street. `null` when it is not known; only with `street`. */
      street_number: string | null;
      /** @description The box, suite or floor (BT-36, BT-51, BT-76). A value that begins with a word, such as `Suite 4`, is printed as it is; another one gets the word of its place, such as `bus 4` in Ghent and `bte 4` in Namur. `null` when there is none. */
      box: string | null;
      /** @description The postal code (BT-38, BT-53, BT-78). `null` when it is not known. */
      postal_code: string | null;
      /** @description The city or town (BT-37, BT-52, BT-77). `null` when it is not known. */
      city: string | null;
      /** @description The state, province or other subdivision (BT-39, BT-54, BT-79). `null` when it is not known. */
      region: string | null;
    };
    Party: {
      /** @description The name of the company or person (BT-27, BT-44). */
      name: string;
      /** @description The VAT number with its country code (BT-31, BT-48). `null` when there is none. */
      vat: string | null;
      /** @description The number in a register of organisations (BT-30, BT-47). `null` when it is not known. */
      identifier: string | null;
      /** @description The address on the e-invoicing network, `scheme:value` (BT-34, BT-49). It is read when the document is sent, and kept from then on. `null` when there is none. */
      electronic_address: string | null;
      /** @description The postal address (BG-5, BG-8). `null` when it is not known. */
      address: components['schemas']['StatedAddress'] | null;
      /** @description The email address of the contact (BT-43, BT-58). `null` when there is none. */
      email: string | null;
      /** @description The telephone number of the contact (BT-42, BT-57). `null` when there is none. */
      phone: string | null;
      /** @description The website, which is printed. `null` when there is none. */
      website: string | null;
      /** @description The person or department to ask for (BT-41, BT-56). `null` when there is none. */
      contact_name: string | null;
      /** @description What the law requires beside the name: legal form, register, court (BT-33). `null` when there is nothing, and for buyers. */
      legal_information: string | null;
    };
    InvoiceResponse: {
      /**
       * Format: uuid
       * @description The id of the response; of a sent one also the `message_id` of its transmission.
       */
      id: string;
      /**
       * @description `sent`: about a document that the company received. `received`: about a document that it sent.
       * @enum {string}
       */
      direction: 'sent' | 'received';
      /**
       * @description What becomes of the invoice or credit note. `AB`: readable, and taken in. `IP`: being processed. `UQ`: halted until a question is answered. `CA`: accepted on conditions. `RE`: rejected. `AP`: accepted, and will be paid. `PD`: paid, or with the reason `PPD` paid in part.
       * @enum {string}
       */
      status: 'AB' | 'IP' | 'UQ' | 'CA' | 'RE' | 'AP' | 'PD';
      /** @description Why, by codes of the list OPStatusReason. `NON`: no issue. `REF`: references. `LEG`: legal data. `REC`: the receiver is unknown. `QUA`: quality. `DEL`: delivery. `PRI`: prices. `QTY`: quantities. `ITM`: items. `PAY`: payment terms. `UNR`: not recognised. `FIN`: finance terms. `PPD`: paid in part, only with `PD` and a text. `OTH`: other. */
      reasons: components['schemas']['ResponseClarification'][];
      /** @description What the sender of the document is asked to do, by codes of the list OPStatusAction. `NOA`: nothing. `PIN`: provide information. `NIN`: issue a new invoice. `CNF`: credit fully. `CNP`: credit in part. `CNA`: credit what was paid. `OTH`: other. */
      actions: components['schemas']['ResponseClarification'][];
      /** @description A text for the whole response. `null` when there is none. */
      note: string | null;
      /** @description The day from which the status holds. `null` when it is not stated. */
      effective_date: string | null;
      /**
       * Format: date-time
       * @description When the response was accepted for sending, or received.
       */
      at: string;
      /** @description The state of its transmission, as `peppol_status` of a document. `null` for a received response. */
      state: ('pending' | 'sent' | 'delivered' | 'failed' | 'rejected') | null;
    };
    ResponseClarification: {
      /** @description A code of the list. */
      code: string;
      /** @description What it means here, in words. `null` when there is none. In a received response it ends with the business terms to correct and their right values, if there are any: `Wrong VAT number (BT-48: BE0123456749)`. */
      text: string | null;
    };
    Document: {
      /**
       * Format: uuid
       * @description The id of the resource, a UUID of version 7. It is assigned on creation and never changes.
       */
      id: string;
      /**
       * @description The type (BT-3). `invoice` and `credit_note` are issued by the company as the seller. `purchase_invoice` and `purchase_credit_note` are issued by the seller and received, or issued by the company as the buyer (self-billing). `proforma` and `quote` are never sent over the network.
       * @enum {string}
       */
      type: 'invoice' | 'credit_note' | 'proforma' | 'quote' | 'purchase_invoice' | 'purchase_credit_note';
      /** @description The number (BT-1): for own documents assigned by the journal on creation and unique in the company, for received documents the number of the sender. */
      number: string;
      /** @description The journal that numbers the document. By default the default journal of the category that belongs to `type`. `null` for received documents. */
      journal_id: string | null;
      /**
       * @description `draft`: numbered, and can still be changed. `sent`: sent over the network or marked as sent; it cannot be changed. `received`: received from another party.
       * @enum {string}
       */
      status: 'draft' | 'sent' | 'received';
      /**
       * @description `transmitted` when the document has been booked in accounting, otherwise `pending`.
       * @enum {string}
       */
      accounting_status: 'pending' | 'transmitted';
      /** @description The state of the latest transmission over the network: `pending` until the network has accepted it, `sent` when it is on its way, `delivered` at the receiver, `failed` when it certainly did not arrive, `rejected` by the receiver. `null` when the document was never sent over the network. */
      peppol_status: ('pending' | 'sent' | 'delivered' | 'failed' | 'rejected') | null;
      /** @description Why the latest transmission failed, was rejected or is delayed. `null` without a problem. */
      peppol_error: {
        /** @description The kind of the problem. Pending and tried again: `network_unavailable`, `outcome_unknown`, `pdf_not_made`. Failed: `receiver_not_registered`, `invalid_document`, `configuration` (of the access point), `not_delivered`, `gave_up` (after the last attempt), `closed_by_operator`. Rejected: `rejected_by_receiver`. */
        code: string;
        /** @description The problem in words. */
        message: string;
      } | null;
      /**
       * @description `unpaid`: nothing is paid. `partial`: a part is paid. `paid`: nothing is open. It follows from `paid_amount`, payments and linked amounts.
       * @enum {string}
       */
      payment_status: 'unpaid' | 'partial' | 'paid';
      /**
       * Format: uuid
       * @description The other party: the buyer of a sales document, the seller of a purchase document. The relation must have an address.
       */
      relation_id: string;
      /** @description The delivery location of the relation to which the goods go (BG-13). `null` when the goods go to the address of the buyer, or nothing is delivered. */
      delivery_location_id: string | null;
      /** @description The branding of the PDF. By default the default branding. `null` when the company has none. */
      branding_id: string | null;
      /**
       * Format: date
       * @description The date of the document (BT-2). By default today in the time zone of the company. It is not before the date of the previous number of the journal, not in closed books, and at most 31 days ahead.
       */
      issue_date: string;
      /** @description The day by which payment is due (BT-9); of a quote the last day of the offer. By default `issue_date` plus the `payment_term_days` of the relation, or else plus 30 days; `null` for credit notes. Not before `issue_date`. */
      due_date: string | null;
      /** @description The day of the delivery (BT-72). `null` when it is not stated. */
      delivery_date: string | null;
      /** @description The first day of the period that is invoiced (BT-73). `null` when it is not stated. */
      period_start: string | null;
      /** @description The last day of the period that is invoiced (BT-74). `null` when it is not stated. */
      period_end: string | null;
      /** @description The currency of all amounts (BT-5), as an ISO 4217 code. By default the currency of the company. */
      currency: string;
      /** @description How much of the currency of the company one unit of the currency of the document is worth: `"0.92"` for a document in USD of a company in EUR. It gives `totals.tax_in_company_currency`. `null` when no rate is stated. */
      exchange_rate: string | null;
      /**
       * @description The language of titles and texts in the PDF. By default the language of the relation, or else that of the company.
       * @enum {string}
       */
      language: 'en' | 'nl' | 'fr' | 'de';
      /** @description A reference of the buyer, such as a department or a cost centre, that routes the invoice at the buyer (BT-10). By default the `buyer_reference` of the relation; `null` when there is none. */
      buyer_reference: string | null;
      /** @description The number of the purchase order of the buyer (BT-13). `null` when there is none. */
      order_reference: string | null;
      /** @description A text for the whole document (BT-22). `null` when there is none. */
      note: string | null;
      /** @description The reference that the buyer states in the payment (BT-83). Invoices in EUR of Belgian companies get a structured one (`+++012/3456/78939+++`) when none is given; its check digits are verified. Otherwise `null` by default. */
      payment_reference: string | null;
      /** @description The invoice that a credit note corrects (BG-3): an own document by its `id`, or an invoice from elsewhere by `number` and `issue_date`. Only for credit notes; `null` when there is none. An own invoice keeps its relation and currency while credit notes name it by its `id`. Its number and date are copied when a request names it; naming it again in a PATCH copies them again. */
      preceding_document: {
        /** @description The id of an own document of the same direction, relation and currency. `null` in a response when the invoice is from elsewhere. */
        id: string | null;
        /** @description The number of the invoice (BT-25). */
        number: string;
        /** @description The date of the invoice (BT-26). `null` when it is not known. */
        issue_date: string | null;
      } | null;
      /** @description The quote or proforma that the document was made from, which may have been deleted. `null` for all others. */
      converted_from: components['schemas']['RelatedDocument'] | null;
      /** @description The documents that were made from this quote or proforma, the oldest first. */
      converted_to: components['schemas']['RelatedDocument'][];
      /** @description The sum of the totals of the credit notes that name this own invoice by its id, in the currency of the document. `null` for all other documents. */
      credited_amount: string | null;
      /** @description The credit notes that name this own invoice by its id, the oldest first. */
      credit_notes: components['schemas']['CreditNoteReference'][];
      /** @description The seller as of the creation of the document (BG-4). Later changes do not alter it. */
      seller: components['schemas']['Party'];
      /** @description The buyer as of the creation of the document (BG-7). Later changes do not alter it. */
      buyer: components['schemas']['Party'];
      /** @description The delivery location as of the creation of the document (BG-13). `null` without `delivery_location_id`; of a received document, the place that it states, or `null`. */
      delivery: {
        /** @description The name of the location (BT-70). `null` when there is none. */
        name: string | null;
        /** @description The number of the location in a register (BT-71). `null` when there is none. */
        identifier: string | null;
        /** @description The register, a code of the ICD list such as `0088` (GLN). `null` without `identifier`. */
        identifier_scheme: string | null;
        /** @description The address to which the goods go (BG-15). `null` only on a received document that states none. */
        address: components['schemas']['StatedAddress'] | null;
      } | null;
      /** @description The account to pay to, as of the creation of the document (BG-17): that of the journal, or else the default account of the company; of a purchase document that of the relation. `null` when there is none. */
      payment: {
        /** @description The IBAN of the account (BT-84), without spaces. */
        iban: string;
        /** @description The BIC of its bank (BT-86). `null` when it is not stated. */
        bic: string | null;
      } | null;
      /** @description Allowances and charges of the whole document (BG-20, BG-21), at most 100. Each is spread over the VAT rates of the lines in proportion to their totals. The characters of their reasons, and 150 for each of them, times the number of VAT rates are at most 1,000,000. */
      allowance_charges: {
        /**
         * @description `allowance` lowers the total (BG-20), `charge` raises it (BG-21).
         * @enum {string}
         */
        kind: 'allowance' | 'charge';
        /** @description The amount without VAT, in the currency of the document (BT-92, BT-99). Either `amount` or `percent`; `null` when a percentage is given. */
        amount: string | null;
        /** @description The amount in percent of the total of the lines (BT-94, BT-101). Either `amount` or `percent`; `null` when an amount is given. */
        percent: string | null;
        /** @description What it is for (BT-97, BT-104), such as `Freight`. `null` only on a received document that states none. */
        reason: string | null;
      }[];
      /** @description The VAT for each category and rate (BG-23). VAT is rounded once per category and rate, not per line. */
      vat_breakdown: {
        /** @description The VAT category (BT-118); see `lines[].vat_category`. */
        category: string;
        /** @description The VAT rate in percent (BT-119), such as `"21.00"`. */
        rate: string;
        /** @description The amount that the VAT is computed on: lines, less allowances, plus charges (BT-116), in the currency of the document. */
        taxable_amount: string;
        /** @description The VAT: `taxable_amount` × `rate`, rounded (BT-117), in the currency of the document. */
        vat_amount: string;
        /** @description Why no VAT is charged, in words (BT-120). `null` when VAT is charged. */
        exemption_reason: string | null;
        /** @description Why no VAT is charged, as a VATEX code (BT-121). `null` when none is stated. */
        exemption_code: string | null;
      }[];
      /** @description The totals of the document (BG-22), in the currency of the document unless stated otherwise. */
      totals: {
        /** @description The sum of the net amounts of all lines (BT-106). */
        lines: string;
        /** @description The sum of the allowances of the document (BT-107). */
        allowances: string;
        /** @description The sum of the charges of the document (BT-108). */
        charges: string;
        /** @description The total without VAT: lines, less allowances, plus charges (BT-109). */
        tax_exclusive: string;
        /** @description The total VAT (BT-110). */
        tax: string;
        /** @description The total with VAT (BT-112). It is the total of the document. */
        tax_inclusive: string;
        /** @description An amount that rounds the amount to pay (BT-114). Other than 0 only in received documents. */
        rounding: string;
        /** @description The amount paid before the document was issued (BT-113). Later payments do not change it. */
        paid: string;
        /** @description The amount to pay when the document was issued: total with VAT, less paid, plus rounding (BT-115). */
        payable: string;
        /** @description The total VAT in the currency of the company (BT-111). `null` when the document has that currency, or no `exchange_rate`. */
        tax_in_company_currency: string | null;
      };
      /** @description The amount that was already paid when the document was issued, VAT included (BT-113). At least 0 and at most the total. `null` stands for 0. */
      paid_amount: string | null;
      /** @description The amount that is still to be paid, in the currency of the document: `totals.payable` less payments, the amounts of linked reconciliations and payment intents, and what is set off with credit notes. Below 0 when links go beyond it. A negative total of a received document counts by its size. `null` for quotes and proformas. */
      open_amount: string | null;
      /** @description The Invoice Responses that were sent about this received document, or received about this sent document, the oldest first. A change of them does not move the version of the document. */
      responses: components['schemas']['InvoiceResponse'][];
      /** @description The earlier received document with the same sender, type, number and date. `null` when there is none. */
      duplicate_of: string | null;
      /** @description When the network accepted the document, or when it was marked as sent. `null` when it was not sent. */
      sent_at: string | null;
      /** @description When the document was booked in accounting. `null` when it was not. */
      transmitted_at: string | null;
      /** @description When the document was received or imported. `null` for own documents. */
      received_at: string | null;
      /**
       * Format: date-time
       * @description When the resource was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the resource last changed; `created_at` if it has not changed.
       */
      updated_at: string;
      /** @description The id in your own system. It is neither printed nor sent. */
      external_id: string | null;
      /** @description Names and values of your own system. They are neither printed nor sent. */
      metadata: {
        [key: string]: string;
      };
      /** @description The lines (BG-25), 1 to 1,000. In a `PATCH` they replace all stored lines; lines that were read are sent back without `net_amount`, which is computed. */
      lines: {
        /** @description The name of the item or service (BT-153). */
        name: string;
        /** @description A longer text about the item (BT-154). `null` when there is none. */
        description: string | null;
        /** @description How many units (BT-129). Not 0; a negative quantity makes a negative line, such as a return. At most 6 decimals. */
        quantity: string;
        /** @description The unit of the quantity (BT-130), a code of UN/ECE Recommendation 20 or 21 such as `HUR` (hour) or `KGM` (kilogram). By default `C62` (one, piece). */
        unit: string;
        /** @description The price of one unit without VAT, in the currency of the document (BT-146). At least 0, at most 6 decimals. */
        unit_price: string;
        /** @description A discount in percent of quantity × unit price (BT-138). Not together with `discount_amount`; `null` when there is none. */
        discount_percent: string | null;
        /** @description A discount on the whole line, in the currency of the document (BT-136). At most quantity × unit price, and not together with `discount_percent`; `null` when there is none. */
        discount_amount: string | null;
        /** @description How many units `unit_price` is the price of (BT-149). Only on lines of received documents; `null` for one unit. */
        base_quantity?: string | null;
        /** @description Allowances and charges of the line (BG-27, BG-28). Only on lines of received documents. */
        allowance_charges?: components['schemas']['LineAllowanceCharge'][];
        /** @description The VAT rate in percent (BT-152), such as `"21.00"`: at most 100, with at most 2 decimals. Above 0 in the category `S`, otherwise 0. */
        vat_rate: string;
        /** @description The VAT category (BT-151). `S`: a rate above 0. `Z`: zero rate. `E`: exempt. `AE`: reverse charge, the buyer pays the VAT and must have a VAT number. `K`: intra-Community supply, the buyer must have a VAT number of another member state. `G`: export, the goods leave the EU. `O`: not subject to VAT. By default `S` when the rate is above 0; required when it is 0. Lines of received documents also have `L` (Canary Islands), `M` (Ceuta and Melilla) and `B` (Italian split payment). */
        vat_category: string;
        /** @description Why no VAT is charged, in words (BT-120). Not in the categories `S` and `Z`; `AE`, `K`, `G` and `O` have one by default. Otherwise `null`. */
        vat_exemption_reason: string | null;
        /** @description Why no VAT is charged, as a VATEX code such as `VATEX-EU-AE` (BT-121); it must belong to the category. Not in the categories `S` and `Z`; `AE`, `K`, `G` and `O` have one by default. Otherwise `null`. */
        vat_exemption_code: string | null;
        /** @description The seller's article number of the item (BT-155). `null` when there is none. */
        item_reference: string | null;
        /** @description The number of the line in the buyer's purchase order (BT-132). `null` when there is none. */
        order_line_reference: string | null;
        /** @description The amount of the line without VAT: quantity × unit price, rounded, less the discount (BT-131). */
        net_amount: string;
      }[];
      /** @description What the state of the document allows at present. `update`: `PATCH`. `delete`: `DELETE`. `send`: `POST …/send`. `pay`: `POST …/payments`. `credit`: `POST …/credit`. `convert`: `POST …/convert`. `respond`: `POST …/responses`. */
      allowed_actions: ('update' | 'delete' | 'send' | 'pay' | 'credit' | 'convert' | 'respond')[];
      /** @description The files of the document, the oldest first (BG-24). */
      attachments: components['schemas']['Attachment'][];
    };
    LineAllowanceCharge: {
      /**
       * @description `allowance` lowers the amount of the line (BG-27), `charge` raises it (BG-28).
       * @enum {string}
       */
      kind: 'allowance' | 'charge';
      /** @description The amount without VAT, in the currency of the document (BT-136, BT-141). */
      amount: string;
      /** @description The percentage that the sender states (BT-138, BT-143). `null` when none is stated. */
      percent: string | null;
      /** @description The amount that the percentage applies to (BT-137, BT-142), in the currency of the document. `null` when none is stated. */
      base_amount: string | null;
      /** @description What it is for (BT-139, BT-144). `null` when the sender states none. */
      reason: string | null;
    };
    Attachment: {
      /** @description The id of the attachment. */
      id: string;
      /** @description The name of the file (BT-125), without folders; unique in the document. */
      filename: string;
      /**
       * @description The media type of the file, by its extension and content.
       * @enum {string}
       */
      content_type:
        | 'application/pdf'
        | 'image/png'
        | 'image/jpeg'
        | 'text/csv'
        | 'application/xml'
        | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
        | 'application/vnd.oasis.opendocument.spreadsheet';
      /** @description The size of the file, in bytes. */
      size: number;
      /** @description The SHA-256 of the bytes of the file, in lower-case hexadecimal. */
      sha256: string;
      /**
       * Format: date-time
       * @description When the file was attached.
       */
      created_at: string;
    };
    DocumentPreview: {
      /** @description The id of the resource, a UUID of version 7. It is assigned on creation and never changes. */
      id: string | null;
      /** @description The type (BT-3). `invoice` and `credit_note` are issued by the company as the seller. `purchase_invoice` and `purchase_credit_note` are issued by the seller and received, or issued by the company as the buyer (self-billing). `proforma` and `quote` are never sent over the network. */
      type:
        | ('invoice' | 'credit_note' | 'proforma' | 'quote' | 'purchase_invoice' | 'purchase_credit_note')
        | null;
      /** @description The number (BT-1): for own documents assigned by the journal on creation and unique in the company, for received documents the number of the sender. */
      number: string | null;
      /** @description The journal that numbers the document. By default the default journal of the category that belongs to `type`. `null` for received documents. */
      journal_id: (string | null) | null;
      /** @description `draft`: numbered, and can still be changed. `sent`: sent over the network or marked as sent; it cannot be changed. `received`: received from another party. */
      status: ('draft' | 'sent' | 'received') | null;
      /** @description `transmitted` when the document has been booked in accounting, otherwise `pending`. */
      accounting_status: ('pending' | 'transmitted') | null;
      /** @description The state of the latest transmission over the network: `pending` until the network has accepted it, `sent` when it is on its way, `delivered` at the receiver, `failed` when it certainly did not arrive, `rejected` by the receiver. `null` when the document was never sent over the network. */
      peppol_status: (('pending' | 'sent' | 'delivered' | 'failed' | 'rejected') | null) | null;
      /** @description Why the latest transmission failed, was rejected or is delayed. `null` without a problem. */
      peppol_error:
        | ({
            /** @description The kind of the problem. Pending and tried again: `network_unavailable`, `outcome_unknown`, `pdf_not_made`. Failed: `receiver_not_registered`, `invalid_document`, `configuration` (of the access point), `not_delivered`, `gave_up` (after the last attempt), `closed_by_operator`. Rejected: `rejected_by_receiver`. */
            code: string;
            /** @description The problem in words. */
            message: string;
          } | null)
        | null;
      /** @description `unpaid`: nothing is paid. `partial`: a part is paid. `paid`: nothing is open. It follows from `paid_amount`, payments and linked amounts. */
      payment_status: ('unpaid' | 'partial' | 'paid') | null;
      /** @description The other party: the buyer of a sales document, the seller of a purchase document. The relation must have an address. */
      relation_id: string | null;
      /** @description The delivery location of the relation to which the goods go (BG-13). `null` when the goods go to the address of the buyer, or nothing is delivered. */
      delivery_location_id: (string | null) | null;
      /** @description The branding of the PDF. By default the default branding. `null` when the company has none. */
      branding_id: (string | null) | null;
      /** @description The date of the document (BT-2). By default today in the time zone of the company. It is not before the date of the previous number of the journal, not in closed books, and at most 31 days ahead. */
      issue_date: string | null;
      /** @description The day by which payment is due (BT-9); of a quote the last day of the offer. By default `issue_date` plus the `payment_term_days` of the relation, or else plus 30 days; `null` for credit notes. Not before `issue_date`. */
      due_date: (string | null) | null;
      /** @description The day of the delivery (BT-72). `null` when it is not stated. */
      delivery_date: (string | null) | null;
      /** @description The first day of the period that is invoiced (BT-73). `null` when it is not stated. */
      period_start: (string | null) | null;
      /** @description The last day of the period that is invoiced (BT-74). `null` when it is not stated. */
      period_end: (string | null) | null;
      /** @description The currency of all amounts (BT-5), as an ISO 4217 code. By default the currency of the company. */
      currency: string | null;
      /** @description How much of the currency of the company one unit of the currency of the document is worth: `"0.92"` for a document in USD of a company in EUR. It gives `totals.tax_in_company_currency`. `null` when no rate is stated. */
      exchange_rate: (string | null) | null;
      /** @description The language of titles and texts in the PDF. By default the language of the relation, or else that of the company. */
      language: ('en' | 'nl' | 'fr' | 'de') | null;
      /** @description A reference of the buyer, such as a department or a cost centre, that routes the invoice at the buyer (BT-10). By default the `buyer_reference` of the relation; `null` when there is none. */
      buyer_reference: (string | null) | null;
      /** @description The number of the purchase order of the buyer (BT-13). `null` when there is none. */
      order_reference: (string | null) | null;
      /** @description A text for the whole document (BT-22). `null` when there is none. */
      note: (string | null) | null;
      /** @description The reference that the buyer states in the payment (BT-83). Invoices in EUR of Belgian companies get a structured one (`+++012/3456/78939+++`) when none is given; its check digits are verified. Otherwise `null` by default. */
      payment_reference: (string | null) | null;
      /** @description The invoice that a credit note corrects (BG-3): an own document by its `id`, or an invoice from elsewhere by `number` and `issue_date`. Only for credit notes; `null` when there is none. An own invoice keeps its relation and currency while credit notes name it by its `id`. Its number and date are copied when a request names it; naming it again in a PATCH copies them again. */
      preceding_document:
        | ({
            /** @description The id of an own document of the same direction, relation and currency. `null` in a response when the invoice is from elsewhere. */
            id: string | null;
            /** @description The number of the invoice (BT-25). */
            number: string;
            /** @description The date of the invoice (BT-26). `null` when it is not known. */
            issue_date: string | null;
          } | null)
        | null;
      /** @description The quote or proforma that the document was made from, which may have been deleted. `null` for all others. */
      converted_from: (components['schemas']['RelatedDocument'] | null) | null;
      /** @description The documents that were made from this quote or proforma, the oldest first. */
      converted_to: components['schemas']['RelatedDocument'][] | null;
      /** @description The sum of the totals of the credit notes that name this own invoice by its id, in the currency of the document. `null` for all other documents. */
      credited_amount: (string | null) | null;
      /** @description The credit notes that name this own invoice by its id, the oldest first. */
      credit_notes: components['schemas']['CreditNoteReference'][] | null;
      /** @description The seller as of the creation of the document (BG-4). Later changes do not alter it. */
      seller: components['schemas']['Party'] | null;
      /** @description The buyer as of the creation of the document (BG-7). Later changes do not alter it. */
      buyer: components['schemas']['Party'] | null;
      /** @description The delivery location as of the creation of the document (BG-13). `null` without `delivery_location_id`; of a received document, the place that it states, or `null`. */
      delivery:
        | ({
            /** @description The name of the location (BT-70). `null` when there is none. */
            name: string | null;
            /** @description The number of the location in a register (BT-71). `null` when there is none. */
            identifier: string | null;
            /** @description The register, a code of the ICD list such as `0088` (GLN). `null` without `identifier`. */
            identifier_scheme: string | null;
            /** @description The address to which the goods go (BG-15). `null` only on a received document that states none. */
            address: components['schemas']['StatedAddress'] | null;
          } | null)
        | null;
      /** @description The account to pay to, as of the creation of the document (BG-17): that of the journal, or else the default account of the company; of a purchase document that of the relation. `null` when there is none. */
      payment:
        | ({
            /** @description The IBAN of the account (BT-84), without spaces. */
            iban: string;
            /** @description The BIC of its bank (BT-86). `null` when it is not stated. */
            bic: string | null;
          } | null)
        | null;
      /** @description Allowances and charges of the whole document (BG-20, BG-21), at most 100. Each is spread over the VAT rates of the lines in proportion to their totals. The characters of their reasons, and 150 for each of them, times the number of VAT rates are at most 1,000,000. */
      allowance_charges:
        | {
            /**
             * @description `allowance` lowers the total (BG-20), `charge` raises it (BG-21).
             * @enum {string}
             */
            kind: 'allowance' | 'charge';
            /** @description The amount without VAT, in the currency of the document (BT-92, BT-99). Either `amount` or `percent`; `null` when a percentage is given. */
            amount: string | null;
            /** @description The amount in percent of the total of the lines (BT-94, BT-101). Either `amount` or `percent`; `null` when an amount is given. */
            percent: string | null;
            /** @description What it is for (BT-97, BT-104), such as `Freight`. `null` only on a received document that states none. */
            reason: string | null;
          }[]
        | null;
      /** @description The VAT for each category and rate (BG-23). VAT is rounded once per category and rate, not per line. */
      vat_breakdown:
        | {
            /** @description The VAT category (BT-118); see `lines[].vat_category`. */
            category: string;
            /** @description The VAT rate in percent (BT-119), such as `"21.00"`. */
            rate: string;
            /** @description The amount that the VAT is computed on: lines, less allowances, plus charges (BT-116), in the currency of the document. */
            taxable_amount: string;
            /** @description The VAT: `taxable_amount` × `rate`, rounded (BT-117), in the currency of the document. */
            vat_amount: string;
            /** @description Why no VAT is charged, in words (BT-120). `null` when VAT is charged. */
            exemption_reason: string | null;
            /** @description Why no VAT is charged, as a VATEX code (BT-121). `null` when none is stated. */
            exemption_code: string | null;
          }[]
        | null;
      /** @description The totals of the document (BG-22), in the currency of the document unless stated otherwise. */
      totals: {
        /** @description The sum of the net amounts of all lines (BT-106). */
        lines: string;
        /** @description The sum of the allowances of the document (BT-107). */
        allowances: string;
        /** @description The sum of the charges of the document (BT-108). */
        charges: string;
        /** @description The total without VAT: lines, less allowances, plus charges (BT-109). */
        tax_exclusive: string;
        /** @description The total VAT (BT-110). */
        tax: string;
        /** @description The total with VAT (BT-112). It is the total of the document. */
        tax_inclusive: string;
        /** @description An amount that rounds the amount to pay (BT-114). Other than 0 only in received documents. */
        rounding: string;
        /** @description The amount paid before the document was issued (BT-113). Later payments do not change it. */
        paid: string;
        /** @description The amount to pay when the document was issued: total with VAT, less paid, plus rounding (BT-115). */
        payable: string;
        /** @description The total VAT in the currency of the company (BT-111). `null` when the document has that currency, or no `exchange_rate`. */
        tax_in_company_currency: string | null;
      } | null;
      /** @description The amount that was already paid when the document was issued, VAT included (BT-113). At least 0 and at most the total. `null` stands for 0. */
      paid_amount: (string | null) | null;
      /** @description The amount that is still to be paid, in the currency of the document: `totals.payable` less payments, the amounts of linked reconciliations and payment intents, and what is set off with credit notes. Below 0 when links go beyond it. A negative total of a received document counts by its size. `null` for quotes and proformas. */
      open_amount: (string | null) | null;
      /** @description The Invoice Responses that were sent about this received document, or received about this sent document, the oldest first. A change of them does not move the version of the document. */
      responses: components['schemas']['InvoiceResponse'][] | null;
      /** @description The earlier received document with the same sender, type, number and date. `null` when there is none. */
      duplicate_of: (string | null) | null;
      /** @description When the network accepted the document, or when it was marked as sent. `null` when it was not sent. */
      sent_at: (string | null) | null;
      /** @description When the document was booked in accounting. `null` when it was not. */
      transmitted_at: (string | null) | null;
      /** @description When the document was received or imported. `null` for own documents. */
      received_at: (string | null) | null;
      /** @description When the resource was created. */
      created_at: string | null;
      /** @description When the resource last changed; `created_at` if it has not changed. */
      updated_at: string | null;
      /** @description The id in your own system. It is neither printed nor sent. */
      external_id: (string | null) | null;
      /** @description Names and values of your own system. They are neither printed nor sent. */
      metadata: {
        [key: string]: string;
      } | null;
      /** @description The lines (BG-25), 1 to 1,000. In a `PATCH` they replace all stored lines; lines that were read are sent back without `net_amount`, which is computed. */
      lines:
        | {
            /** @description The name of the item or service (BT-153). */
            name: string;
            /** @description A longer text about the item (BT-154). `null` when there is none. */
            description: string | null;
            /** @description How many units (BT-129). Not 0; a negative quantity makes a negative line, such as a return. At most 6 decimals. */
            quantity: string;
            /** @description The unit of the quantity (BT-130), a code of UN/ECE Recommendation 20 or 21 such as `HUR` (hour) or `KGM` (kilogram). By default `C62` (one, piece). */
            unit: string;
            /** @description The price of one unit without VAT, in the currency of the document (BT-146). At least 0, at most 6 decimals. */
            unit_price: string;
            /** @description A discount in percent of quantity × unit price (BT-138). Not together with `discount_amount`; `null` when there is none. */
            discount_percent: string | null;
            /** @description A discount on the whole line, in the currency of the document (BT-136). At most quantity × unit price, and not together with `discount_percent`; `null` when there is none. */
            discount_amount: string | null;
            /** @description How many units `unit_price` is the price of (BT-149). Only on lines of received documents; `null` for one unit. */
            base_quantity?: string | null;
            /** @description Allowances and charges of the line (BG-27, BG-28). Only on lines of received documents. */
            allowance_charges?: components['schemas']['LineAllowanceCharge'][];
            /** @description The VAT rate in percent (BT-152), such as `"21.00"`: at most 100, with at most 2 decimals. Above 0 in the category `S`, otherwise 0. */
            vat_rate: string;
            /** @description The VAT category (BT-151). `S`: a rate above 0. `Z`: zero rate. `E`: exempt. `AE`: reverse charge, the buyer pays the VAT and must have a VAT number. `K`: intra-Community supply, the buyer must have a VAT number of another member state. `G`: export, the goods leave the EU. `O`: not subject to VAT. By default `S` when the rate is above 0; required when it is 0. Lines of received documents also have `L` (Canary Islands), `M` (Ceuta and Melilla) and `B` (Italian split payment). */
            vat_category: string;
            /** @description Why no VAT is charged, in words (BT-120). Not in the categories `S` and `Z`; `AE`, `K`, `G` and `O` have one by default. Otherwise `null`. */
            vat_exemption_reason: string | null;
            /** @description Why no VAT is charged, as a VATEX code such as `VATEX-EU-AE` (BT-121); it must belong to the category. Not in the categories `S` and `Z`; `AE`, `K`, `G` and `O` have one by default. Otherwise `null`. */
            vat_exemption_code: string | null;
            /** @description The seller's article number of the item (BT-155). `null` when there is none. */
            item_reference: string | null;
            /** @description The number of the line in the buyer's purchase order (BT-132). `null` when there is none. */
            order_line_reference: string | null;
            /** @description The amount of the line without VAT: quantity × unit price, rounded, less the discount (BT-131). */
            net_amount: string;
          }[]
        | null;
      /** @description What the state of the document allows at present. `update`: `PATCH`. `delete`: `DELETE`. `send`: `POST …/send`. `pay`: `POST …/payments`. `credit`: `POST …/credit`. `convert`: `POST …/convert`. `respond`: `POST …/responses`. */
      allowed_actions: ('update' | 'delete' | 'send' | 'pay' | 'credit' | 'convert' | 'respond')[] | null;
      /** @description The files of the document, the oldest first (BG-24). */
      attachments: components['schemas']['Attachment'][] | null;
      /** @description What a creation or a send would refuse, in the order of the checks. */
      checks: {
        /** @description The `code` of the error that a creation or a send would return. Remarks that block nothing are `network_warning`, `unprintable_characters` (the PDF shows boxes) and `credit_above_invoice` (the credit notes together are above the total of their invoice). */
        code: string;
        /** @description What to correct, in words. */
        message: string;
        /** @description The member of the request, as a JSON pointer such as `/lines/0/vat_category`. `null` when it concerns no single member. */
        pointer: string | null;
        /** @description The rule of the network that is broken, such as `BR-CO-10`. `null` when it is a rule of the service. */
        rule: string | null;
        /**
         * @description What it prevents: the `creation`; only `sending` over the network; or `nothing`, as a remark.
         * @enum {string}
         */
        blocks: 'creation' | 'sending' | 'nothing';
      }[];
    };
    Transmission: {
      /**
       * Format: uuid
       * @description The id of the message on the network; all attempts send the same message.
       */
      message_id: string;
      /**
       * @description The state, as `peppol_status` of a document.
       * @enum {string}
       */
      state: 'pending' | 'sent' | 'delivered' | 'failed' | 'rejected';
      /** @description The electronic address of the receiver, `scheme:value` (BT-49). */
      receiver: string;
      /** @description The attempts and the reports of the network, the oldest first. */
      attempts: components['schemas']['TransmissionAttempt'][];
      /**
       * Format: date-time
       * @description When the send was accepted.
       */
      created_at: string;
      /** @description When the state became final. `null` before that. */
      finished_at: string | null;
    };
    TransmissionAttempt: {
      /**
       * Format: date-time
       * @description When the attempt, or the report of the network, was made.
       */
      at: string;
      /**
       * @description `started`: in progress. `transient_failure`: not accepted, and tried again. `unknown`: the network did not say. `accepted`: the network processes the message. `sent`: the access point of the receiver has it. `duplicate`: the network had the message already. `delivered`, `rejected`: reported by the receiver. `failed`: not accepted, and not tried again.
       * @enum {string}
       */
      outcome:
        | 'started'
        | 'transient_failure'
        | 'unknown'
        | 'accepted'
        | 'sent'
        | 'delivered'
        | 'duplicate'
        | 'failed'
        | 'rejected';
      /** @description What the network said. `null` when it said nothing. */
      message: string | null;
    };
    Reachability: {
      /** @description Whether the electronic address of the relation is registered on the network. */
      registered: boolean;
      /** @description The types of documents that it can receive; empty when it is not registered. */
      document_types: (
        'invoice' | 'credit_note' | 'proforma' | 'quote' | 'purchase_invoice' | 'purchase_credit_note'
      )[];
      /** @description Whether it can receive responses about the documents that it sent. */
      responses: boolean;
      /**
       * Format: date-time
       * @description When the directory of the network was asked.
       */
      checked_at: string;
    };
    Payment: {
      /**
       * Format: uuid
       * @description The id of the payment.
       */
      id: string;
      /** @description The amount in the currency of the document; above 0. */
      amount: string;
      /**
       * Format: date
       * @description The day of the payment.
       */
      date: string;
      /**
       * @description How it was paid: `transfer` (from account to account), `direct_debit`, `card`, `cash`, or `other`.
       * @enum {string}
       */
      method: 'transfer' | 'direct_debit' | 'card' | 'cash' | 'other';
      /** @description What identifies the payment elsewhere; `null` when nothing was given. */
      reference: string | null;
      /**
       * Format: date-time
       * @description When the payment was recorded.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: payments do not change.
       */
      updated_at: string;
    };
    Relation: components['schemas']['Company'] | components['schemas']['Contact'];
    Company: {
      /** @description The id of the resource, a UUID of version 7. It is assigned on creation and never changes. */
      id: string;
      /**
       * @description `company`: an organisation. `contact`: a person. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'company';
      /** @description The name of the company (BT-27, BT-44). */
      name: string;
      /** @description The VAT number with its country code, such as `BE0123456749` (BT-31, BT-48). Its check digits are verified; it is stored in upper case without separators. Unique among companies; only a creation with `ignore_duplicate=true` may repeat it. `null` when there is none. */
      vat: string | null;
      /** @description The number in a register of organisations, such as `0123456749` (BT-30, BT-47). Unique among companies; only a creation with `ignore_duplicate=true` may repeat it. `null` when it is not known. */
      identifier: string | null;
      /** @description The address on the e-invoicing network, `scheme:value`, such as `0208:0123456749` (BT-34, BT-49); the scheme is a code of the EAS list. Needed for sending. Unique among companies; only a creation with `ignore_duplicate=true` may repeat it. `null` when there is none. */
      electronic_address: string | null;
      /** @description The website. `null` when there is none. */
      website: string | null;
      /** @description The email address (BT-43, BT-58). `null` when there is none. */
      email: string | null;
      /** @description The telephone number (BT-42, BT-57). `null` when there is none. */
      phone: string | null;
      /** @description The language of documents for the relation. `null` stands for the language of the company. */
      language: ('en' | 'nl' | 'fr' | 'de') | null;
      /** @description The postal address (BG-5, BG-8). Needed for documents. `null` when it is not known. */
      address: components['schemas']['Address'] | null;
      /** @description The IBAN of the account of the relation (BT-84). Spaces, dashes and lower case are accepted. `null` when it is not known. */
      iban: string | null;
      /** @description The BIC of the bank of that account (BT-86). Spaces and lower case are accepted. `null` when it is not known. */
      bic: string | null;
      /** @description The number of days from `issue_date` to `due_date` of documents for the relation, 0 to 365. `null` stands for 30 days. */
      payment_term_days: number | null;
      /** @description The reference that documents for the relation state when they are given none (BT-10). `null` when there is none. */
      buyer_reference: string | null;
      /** @description A text for internal use; it is neither printed nor sent. `null` when there is none. */
      note: string | null;
      /**
       * Format: date-time
       * @description When the resource was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the resource last changed; `created_at` if it has not changed.
       */
      updated_at: string;
      /** @description The id in your own system. It is neither printed nor sent. */
      external_id: string | null;
      /** @description Names and values of your own system. They are neither printed nor sent. */
      metadata: {
        [key: string]: string;
      };
    };
    Address: {
      /** @description The country, as an ISO 3166-1 alpha-2 code such as `BE` (BT-40, BT-55, BT-80). Required in every address. */
      country_code: string;
      /** @description The street, without the number (with it BT-35, BT-50, BT-75). `null` when it is not known. */
      street: string | null;
      /** @description The number of the house in the street. `null` when it is not known; only with `street`. */
      street_number: string | null;
      /** @description The box, suite or floor (BT-36, BT-51, BT-76). A value that begins with a word, such as `Suite 4`, is printed as it is; another one gets the word of its place, such as `bus 4` in Ghent and `bte 4` in Namur. `null` when there is none. */
      box: string | null;
      /** @description The postal code (BT-38, BT-53, BT-78). `null` when it is not known. */
      postal_code: string | null;
      /** @description The city or town (BT-37, BT-52, BT-77). `null` when it is not known. */
      city: string | null;
      /** @description The state, province or other subdivision (BT-39, BT-54, BT-79). `null` when it is not known. */
      region: string | null;
    };
    Contact: {
      /** @description The id of the resource, a UUID of version 7. It is assigned on creation and never changes. */
      id: string;
      /**
       * @description `company`: an organisation. `contact`: a person. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'contact';
      /** @description The first name of the person. `null` when it is not known. */
      first_name: string | null;
      /** @description The last name of the person (with the first name BT-44). */
      last_name: string;
      /** @description The email address (BT-43, BT-58). `null` when there is none. */
      email: string | null;
      /** @description The telephone number (BT-42, BT-57). `null` when there is none. */
      phone: string | null;
      /** @description The language of documents for the relation. `null` stands for the language of the company. */
      language: ('en' | 'nl' | 'fr' | 'de') | null;
      /** @description The postal address (BG-5, BG-8). Needed for documents. `null` when it is not known. */
      address: components['schemas']['Address'] | null;
      /** @description The IBAN of the account of the relation (BT-84). Spaces, dashes and lower case are accepted. `null` when it is not known. */
      iban: string | null;
      /** @description The BIC of the bank of that account (BT-86). Spaces and lower case are accepted. `null` when it is not known. */
      bic: string | null;
      /** @description The number of days from `issue_date` to `due_date` of documents for the relation, 0 to 365. `null` stands for 30 days. */
      payment_term_days: number | null;
      /** @description The reference that documents for the relation state when they are given none (BT-10). `null` when there is none. */
      buyer_reference: string | null;
      /** @description A text for internal use; it is neither printed nor sent. `null` when there is none. */
      note: string | null;
      /**
       * Format: date-time
       * @description When the resource was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the resource last changed; `created_at` if it has not changed.
       */
      updated_at: string;
      /** @description The id in your own system. It is neither printed nor sent. */
      external_id: string | null;
      /** @description Names and values of your own system. They are neither printed nor sent. */
      metadata: {
        [key: string]: string;
      };
    };
    DeliveryLocation: {
      /** @description The id of the resource, a UUID of version 7. It is assigned on creation and never changes. */
      id: string;
      /** @description The name of the location (BT-70). `null` when there is none. */
      name: string | null;
      /** @description The number of the location in a register (BT-71). Only with `identifier_scheme`; `null` when there is none. */
      identifier: string | null;
      /** @description The register, a code of the ICD list with four digits, such as `0088` (GLN). Only with `identifier`; `null` when there is none. */
      identifier_scheme: string | null;
      /** @description The address to which the goods go (BG-15). */
      address: components['schemas']['Address'];
      /**
       * Format: date-time
       * @description When the resource was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the resource last changed; `created_at` if it has not changed.
       */
      updated_at: string;
    };
    BankAccount: {
      /** @description The id of the resource, a UUID of version 7. It is assigned on creation and never changes. */
      id: string;
      /** @description The IBAN of the account (BT-84), unique in the company. Spaces, dashes and lower case are accepted; it is stored without them in upper case. */
      reference: string;
      /** @description The BIC of the bank (BT-86). `null` when it is not known. */
      bic: string | null;
      /** @description What the account is called in your books; it is neither printed nor sent. `null` when there is none. */
      name: string | null;
      /** @description Whether documents whose journal names no account ask to pay to this one. A company with accounts has exactly one default: the first account becomes it, and `true` on another one takes it over. */
      default: boolean;
      /** @description `true` for an account that was created over this API, `false` for one that the operator manages. */
      manual: boolean;
      /**
       * Format: date-time
       * @description When the resource was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the resource last changed; `created_at` if it has not changed.
       */
      updated_at: string;
      /** @description The id in your own system. It is neither printed nor sent. */
      external_id: string | null;
      /** @description Names and values of your own system. They are neither printed nor sent. */
      metadata: {
        [key: string]: string;
      };
    };
    Journal: {
      /** @description The id of the resource, a UUID of version 7. It is assigned on creation and never changes. */
      id: string;
      /** @description A short code, unique in the company: 1 to 12 of `A-Z`, `0-9` and `-`. It can stand in numbers. */
      code: string;
      /** @description The name of the journal. */
      name: string;
      /**
       * @description Which documents the journal numbers: `sales` invoices, `sales_credit` credit notes, `proforma`, `quote`, `purchase` self-billed invoices, `purchase_credit` self-billed credit notes.
       * @enum {string}
       */
      category: 'sales' | 'sales_credit' | 'proforma' | 'quote' | 'purchase' | 'purchase_credit';
      /**
       * @description When the numbers begin again: `continuous` never, `yearly` (the default) each year, `monthly` each month, by the issue date.
       * @enum {string}
       */
      sequence_scope: 'continuous' | 'yearly' | 'monthly';
      /** @description How a number is written: text with `{code}`, `{yyyy}` or `{yy}`, `{mm}`, and `{seq}` or `{seq:5}` for the counter with at least 5 digits. By default `{code}-{yyyy}-{seq:5}`, monthly `{code}-{yyyy}-{mm}-{seq:5}`, continuous `{code}-{seq:5}`. At most 30 characters when written. It cannot be changed. */
      number_format: string;
      /** @description The first number of the period in which the journal is created, by default 1. Later periods begin at 1. It cannot be changed. */
      first_number: number;
      /** @description The account that documents of the journal ask to pay to. `null` stands for the default account of the company. */
      bank_account_id: string | null;
      /** @description Whether documents of the category without a `journal_id` use this journal. A category with active journals has exactly one default: the first active journal becomes it, and `true` on another one takes it over. */
      default: boolean;
      /** @description Whether new documents can use the journal; by default `true`. */
      active: boolean;
      /** @description The last number of the newest period, as written. `null` before the first document. */
      last_number: string | null;
      /**
       * Format: date-time
       * @description When the resource was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the resource last changed; `created_at` if it has not changed.
       */
      updated_at: string;
      /** @description The id in your own system. It is neither printed nor sent. */
      external_id: string | null;
      /** @description Names and values of your own system. They are neither printed nor sent. */
      metadata: {
        [key: string]: string;
      };
    };
    JournalIntegrity: {
      /**
       * Format: uuid
       * @description The id of the journal.
       */
      journal_id: string;
      /** @description The check of each period that has numbers. */
      periods: {
        /** @description The year (`2026`) or month (`2026-07`) that the numbers count in. `null` for a continuous journal. */
        period: string | null;
        /** @description How many documents have a number of the period. */
        count: number;
        /** @description The first number. `null` when there is none. */
        first: string | null;
        /** @description The last number. `null` when there is none. */
        last: string | null;
        /** @description Running numbers between the first and the last that no document has: the lowest 100,000. Empty in a sound journal. */
        gaps: number[];
        /** @description Running numbers that several documents have. Empty in a sound journal. */
        duplicates: number[];
        /** @description Running numbers of documents that are dated before the previous number. Empty in a sound journal. */
        date_inversions: number[];
      }[];
    };
    Branding: {
      /** @description The id of the resource, a UUID of version 7. It is assigned on creation and never changes. */
      id: string;
      /** @description A name for the branding; it is not printed. */
      name: string;
      /** @description Whether documents without a `branding_id` use this branding. A company with brandings has exactly one default: the first branding becomes it, and `true` on another one takes it over. */
      default: boolean;
      /** @description The colour of titles and lines in the PDF, `#rrggbb`. `null` stands for dark blue, `#1f4e79`. */
      primary_color: string | null;
      /**
       * @description For which envelopes the PDF is laid out: with `right` the address of the receiver stands in a window on the right (C5/6, with a window of 85 × 33 mm, 55 mm below the upper edge of the page), with `left` at the left margin. It is `left` by default.
       * @enum {string}
       */
      address_position: 'left' | 'right';
      /** @description A text below the logo on the first page of the PDF, which shows its first 8 lines. `null` when there is none. */
      header: string | null;
      /** @description A text at the bottom of every page of the PDF, which shows its first 8 lines. `null` when there is none. */
      footer: string | null;
      /** @description Whether the branding has a logo; `GET …/logo` returns it. */
      has_logo: boolean;
      /**
       * Format: date-time
       * @description When the resource was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the resource last changed; `created_at` if it has not changed.
       */
      updated_at: string;
      /** @description The id in your own system. It is neither printed nor sent. */
      external_id: string | null;
      /** @description Names and values of your own system. They are neither printed nor sent. */
      metadata: {
        [key: string]: string;
      };
    };
    Checkpoint: {
      /** @description The position of the event in the log. */
      position: number;
      /** @description The `hash` of that event. */
      hash: string;
      /**
       * Format: date-time
       * @description When the checkpoint was signed.
       */
      at: string;
      /** @description The key that signed it; `GET /events/keys` has its public part. */
      key_id: string;
      /** @description The signature: Ed25519, in base64, over the text `company_id position hash at`. */
      signature: string;
    };
    SigningKey: {
      /** @description The thumbprint of the key (RFC 7638). */
      key_id: string;
      /** @description A JSON Web Key (RFC 8037). */
      public_key: {
        /**
         * @description The type of the key, always `OKP`.
         * @constant
         */
        kty: 'OKP';
        /**
         * @description The curve, always `Ed25519`.
         * @constant
         */
        crv: 'Ed25519';
        /** @description The public key, in base64url. */
        x: string;
      };
    };
    Webhook: {
      /** @description The id of the resource, a UUID of version 7. It is assigned on creation and never changes. */
      id: string;
      /** @description The address that events are sent to: an https URL with a public address, without user information and fragment; at most 2,048 characters. */
      url: string;
      /** @description The types of events that are sent: exact types such as `document.created`, all types of a resource as `document.*`, or `*` for all; 1 to 50 entries. */
      types: components['schemas']['EventPattern'][];
      /** @description What the webhook is for, in your words; the service does not use it. `null` when there is none. */
      description: string | null;
      /** @description Whether events are sent; by default `true`. */
      active: boolean;
      /** @description When the service turned the webhook off: after five days of failures, or a response with the status 410. `null` while it is on, and when the client turned it off. */
      disabled_at: string | null;
      /**
       * Format: date-time
       * @description When the resource was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the resource last changed; `created_at` if it has not changed.
       */
      updated_at: string;
    };
    WebhookWithSecret: {
      /** @description The id of the resource, a UUID of version 7. It is assigned on creation and never changes. */
      id: string;
      /** @description The address that events are sent to: an https URL with a public address, without user information and fragment; at most 2,048 characters. */
      url: string;
      /** @description The types of events that are sent: exact types such as `document.created`, all types of a resource as `document.*`, or `*` for all; 1 to 50 entries. */
      types: components['schemas']['EventPattern'][];
      /** @description What the webhook is for, in your words; the service does not use it. `null` when there is none. */
      description: string | null;
      /** @description Whether events are sent; by default `true`. */
      active: boolean;
      /** @description When the service turned the webhook off: after five days of failures, or a response with the status 410. `null` while it is on, and when the client turned it off. */
      disabled_at: string | null;
      /**
       * Format: date-time
       * @description When the resource was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the resource last changed; `created_at` if it has not changed.
       */
      updated_at: string;
      /** @description The secret that signs the requests: `whsec_` and 32 bytes in base64. It is shown only in this response. */
      secret: string;
    };
    WebhookDelivery: {
      /** @description The id of the resource, a UUID of version 7. It is assigned on creation and never changes. */
      id: string;
      /** @description The `id` of the event, and the header `webhook-id` of the requests. */
      event_id: string;
      /** @description The type of the event; `webhook.test` for a test. */
      type: string;
      /**
       * @description `pending`: not delivered yet. `delivered`: an attempt was answered with a 2xx status. `failed`: given up.
       * @enum {string}
       */
      state: 'pending' | 'delivered' | 'failed';
      /** @description The attempts, the oldest first. */
      attempts: components['schemas']['WebhookAttempt'][];
      /** @description When the next attempt is due. `null` when there is none. */
      next_attempt_at: string | null;
      /**
       * Format: date-time
       * @description When the resource was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the resource last changed; `created_at` if it has not changed.
       */
      updated_at: string;
    };
    WebhookAttempt: {
      /**
       * Format: date-time
       * @description When the request was sent.
       */
      at: string;
      /** @description The HTTP status of the response. `null` without a response. */
      status: number | null;
      /** @description How long the attempt took, in milliseconds. */
      duration_ms: number;
      /** @description Why the attempt failed. `null` when the event was delivered. */
      error: string | null;
      /** @description The first 500 characters of the response. `null` without a response. */
      answer: string | null;
    };
    WebhookReplayed: {
      /** @description How many deliveries were made. */
      deliveries: number;
    };
    EventFeed: {
      /** @description The events, in the order of their positions. */
      data: components['schemas']['EventOutput'][];
      /** @description The `after` of the next request. It also passes events that are not shown. */
      after: number;
    };
    EventHead: {
      /** @description The position of the last event; 0 before the first. */
      position: number;
      /** @description The `hash` of the last event; 64 zeros before the first. */
      hash: string;
      /** @description When the last event occurred. `null` before the first. */
      occurred_at: string | null;
    };
    Token: {
      /** @description The access token, a JWT that is sent as `Authorization: Bearer …`. */
      access_token: string;
      /**
       * @description How the token is sent (RFC 6750).
       * @constant
       */
      token_type: 'bearer';
      /**
       * @description How long the access token is valid, in seconds.
       * @constant
       */
      expires_in: 3600;
      /** @description Gets the next pair of tokens; it can be used once and does not expire while it is unused. */
      refresh_token: string;
    };
    TokenRequestProblems: {
      /** @description Every problem of the request. */
      detail: {
        /** @description The path of the member: `["body", "grant_type"]`, or `["body"]` for the whole body. */
        loc: (string | number)[];
        /** @description The problem in words. */
        msg: string;
        /**
         * @description The kind of the problem: `missing`, `literal_error`, `string_type`, `string_too_long`, `json_invalid` or `model_attributes_type`.
         * @enum {string}
         */
        type:
          | 'missing'
          | 'literal_error'
          | 'string_type'
          | 'string_too_long'
          | 'json_invalid'
          | 'model_attributes_type';
        /** @description What was expected: `expected` for a `literal_error`, `max_length` for a `string_too_long`. Otherwise missing. */
        ctx?: {
          [key: string]: string | number;
        };
      }[];
    };
    Caller: {
      /** @description The id of the client that requested the token. */
      client_id: string;
      /** @description The company that the client belongs to. Every call reads and changes its data only. */
      company: {
        /** @description Its id. */
        id: string;
        /** @description Its name. */
        name: string;
      };
      /** @description The permissions of the token: the allowed actions by resource. */
      permissions: {
        /** @description The actions that the client may do with a document; empty for none. */
        document: ('create' | 'read' | 'update' | 'delete')[];
        /** @description The actions that the client may do with a relation; empty for none. */
        relation: ('create' | 'read' | 'update' | 'delete')[];
        /** @description The actions that the client may do with a bank account; empty for none. */
        bank_account: ('create' | 'read' | 'update' | 'delete')[];
        /** @description The actions that the client may do with a journal; empty for none. */
        journal: ('create' | 'read' | 'update' | 'delete')[];
        /** @description The actions that the client may do with a branding; empty for none. */
        branding: ('create' | 'read' | 'update' | 'delete')[];
      };
      /**
       * Format: date-time
       * @description When the access token expires.
       */
      expires_at: string;
    };
    Currency: {
      /** @description The ISO 4217 code. */
      code: string;
      /** @description The name in the requested language. */
      name: string;
      /** @description How many decimals its amounts have: 2 for `EUR`, 0 for `JPY`. */
      minor_units: number;
    };
    Country: {
      /** @description The ISO 3166-1 alpha-2 code. */
      code: string;
      /** @description The name in the requested language. */
      name: string;
      /** @description Whether the country is a member of the European Union. */
      eu_member: boolean;
    };
    UnitOfMeasure: {
      /** @description The code of UN/ECE Recommendation 20 or 21, for `unit` of a line (BT-130). */
      code: string;
      /** @description The name in the requested language. */
      name: string;
      /** @description The symbol, such as `kg`. `null` when there is none. */
      symbol: string | null;
    };
    EventOutput: {
      /** @description The id of the event, a UUID; the same in the feed and in webhooks. */
      id: string;
      /** @description The position in the log of the company: 1, 2, 3 … without a gap. */
      position: number;
      /**
       * @description What happened: `<resource>.<what happened>`, such as `document.created`.
       * @enum {string}
       */
      type:
        | 'document.created'
        | 'document.updated'
        | 'document.deleted'
        | 'document.marked_sent'
        | 'document.send_accepted'
        | 'document.sent'
        | 'document.delivered'
        | 'document.failed'
        | 'document.rejected'
        | 'document.received'
        | 'document.imported'
        | 'document.transmitted'
        | 'document.payment_recorded'
        | 'document.payment_removed'
        | 'document.response_received'
        | 'document.response_sent'
        | 'attachment.created'
        | 'attachment.deleted'
        | 'relation.created'
        | 'relation.updated'
        | 'relation.deleted'
        | 'delivery_location.created'
        | 'delivery_location.updated'
        | 'delivery_location.deleted'
        | 'bank_account.created'
        | 'bank_account.updated'
        | 'bank_account.deleted'
        | 'journal.created'
        | 'journal.updated'
        | 'journal.deleted'
        | 'branding.created'
        | 'branding.updated'
        | 'branding.deleted'
        | 'company.updated'
        | 'client.created'
        | 'client.updated'
        | 'client.secret_rotated'
        | 'client.revoked'
        | 'client.locked';
      /**
       * Format: date-time
       * @description When the change was made. It can be earlier than that of the previous position.
       */
      occurred_at: string;
      /** @description Who made the change. */
      actor: {
        /**
         * @description `client`: a client of this API. `operator`: management. `network`: the e-invoicing network. `service`: the service itself.
         * @enum {string}
         */
        kind: 'client' | 'operator' | 'network' | 'service';
        /** @description The `client_id` of a client, the `sub` of an operator who signed in by OpenID Connect; otherwise `null`. */
        id: string | null;
      };
      /** @description The `X-Request-ID` of the request that made the change. `null` when no request made it. */
      request_id: string | null;
      /** @description The resource that changed. */
      resource: {
        /**
         * @description The kind of the resource, as in the `type` of the event before the dot.
         * @enum {string}
         */
        type:
          | 'document'
          | 'attachment'
          | 'relation'
          | 'delivery_location'
          | 'bank_account'
          | 'journal'
          | 'branding'
          | 'company'
          | 'client';
        /** @description The id of the resource. */
        id: string;
        /** @description The version after the change, as in its `ETag`. `null` where there is none. */
        version: number | null;
      };
      /** @description The top-level members of the resource that differ, sorted. Empty when the resource was created or deleted. */
      changed: string[];
      /** @description What a reader needs without another request, such as `number`, `status` and `totals` of a document. No personal data beyond names and ids. */
      data: {
        [key: string]: unknown;
      };
      /** @description SHA-256 of the resource as its GET returned it after the change, in lower-case hexadecimal (RFC 8785 form); of an attachment that of its bytes. `null` for a company and a client. */
      digest: string | null;
      /** @description The `hash` of the previous position; 64 zeros before the first event. */
      previous_hash: string;
      /** @description SHA-256 over `previous_hash` and the content of the event, in lower-case hexadecimal. */
      hash: string;
    };
    /** @description An item of `details`, by the code of the error. Other codes have no details. */
    ErrorDetails: {
      send_failed: {
        /**
         * Format: uuid
         * @description The document, which exists and was not sent.
         */
        document_id: string;
        /** @description The rule that is broken, such as `BR-CO-10`. `null` when it is not one of the network. */
        rule: string | null;
        /** @description The member to correct, as a JSON pointer into the document. `null` when it concerns no single member. */
        pointer: string | null;
      };
      duplicate_relation: {
        /**
         * Format: uuid
         * @description The company that has the value.
         */
        relation_id: string;
      };
      invalid_issue_date: {
        /** @description The earliest date that is accepted. `null` without a bound. */
        min: string | null;
        /** @description The latest date that is accepted. `null` without a bound. */
        max: string | null;
      };
      external_id_in_use: {
        /**
         * Format: uuid
         * @description The resource that has the `external_id`.
         */
        id: string;
      };
      relation_in_use: {
        /** @description The kind of the records that refer to it, such as `document`. */
        kind: string;
        /** @description How many there are. */
        count: number;
      };
      internal_error: {
        /**
         * @description Whether the failed write stored something. `none`: nothing was stored, and nothing will be. `unknown`: the database could not be queried in time.
         * @enum {string}
         */
        effect: 'none' | 'unknown';
      };
    };
  };
  responses: {
    /** @description `invalid_filter`: A filter, `sort`, `language` or `format` has a value that is unknown or does not apply. */
    InvalidFilter: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @description What went wrong. */
          error: {
            /**
             * @description The kind of the error, for programs to branch on.
             * @enum {string}
             */
            code: 'invalid_filter';
            /** @description The error in words, in English; safe to log. */
            message: string;
          };
        };
      };
    };
    /** @description `invalid_token`: The access token is missing, malformed or expired. */
    InvalidToken: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @description What went wrong. */
          error: {
            /**
             * @description The kind of the error, for programs to branch on.
             * @enum {string}
             */
            code: 'invalid_token';
            /** @description The error in words, in English; safe to log. */
            message: string;
          };
        };
      };
    };
    /** @description `insufficient_permissions`: The access token lacks the permission that the call needs. */
    InsufficientPermissions: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @description What went wrong. */
          error: {
            /**
             * @description The kind of the error, for programs to branch on.
             * @enum {string}
             */
            code: 'insufficient_permissions';
            /** @description The error in words, in English; safe to log. */
            message: string;
          };
        };
      };
    };
    /** @description `internal_error`: Unexpected error, overload, or an unavailable database. With `Retry-After` the request can be retried. */
    InternalError: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @description What went wrong. */
          error: {
            /**
             * @description The kind of the error, for programs to branch on.
             * @enum {string}
             */
            code: 'internal_error';
            /** @description The error in words, in English; safe to log. */
            message: string;
            /** @description Facts about the error, for programs. Missing when there are none. */
            details?: {
              /**
               * @description Whether the failed write stored something. `none`: nothing was stored, and nothing will be. `unknown`: the database could not be queried in time.
               * @enum {string}
               */
              effect: 'none' | 'unknown';
            }[];
          };
        };
      };
    };
    /** @description The body did not arrive in time. The status text alone, no envelope. */
    RequestTimeout: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        [name: string]: unknown;
      };
      content: {
        'text/plain': string;
      };
    };
    /** @description The body or the file is too big. The status text alone, no envelope. */
    ContentTooLarge: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        [name: string]: unknown;
      };
      content: {
        'text/plain': string;
      };
    };
    /** @description `not_found`: No such resource in this company. */
    NotFound: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @description What went wrong. */
          error: {
            /**
             * @description The kind of the error, for programs to branch on.
             * @enum {string}
             */
            code: 'not_found';
            /** @description The error in words, in English; safe to log. */
            message: string;
          };
        };
      };
    };
    /** @description `precondition_failed`: `If-Match` names another version than the stored one; nothing was changed. */
    PreconditionFailed: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @description What went wrong. */
          error: {
            /**
             * @description The kind of the error, for programs to branch on.
             * @enum {string}
             */
            code: 'precondition_failed';
            /** @description The error in words, in English; safe to log. */
            message: string;
          };
        };
      };
    };
    /** @description `external_id_in_use`: Another resource of this kind has the `external_id`; `details` has its id. */
    ExternalIdInUse: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @description What went wrong. */
          error: {
            /**
             * @description The kind of the error, for programs to branch on.
             * @enum {string}
             */
            code: 'external_id_in_use';
            /** @description The error in words, in English; safe to log. */
            message: string;
            /** @description Facts about the error, for programs. Missing when there are none. */
            details?: {
              /**
               * Format: uuid
               * @description The resource that has the `external_id`.
               */
              id: string;
            }[];
          };
        };
      };
    };
    /** @description `idempotency_in_progress`: The first request under this `Idempotency-Key` has not ended yet. */
    IdempotencyInProgress: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @description What went wrong. */
          error: {
            /**
             * @description The kind of the error, for programs to branch on.
             * @enum {string}
             */
            code: 'idempotency_in_progress';
            /** @description The error in words, in English; safe to log. */
            message: string;
          };
        };
      };
    };
    /** @description The type of the file is not supported. The status text alone, no envelope. */
    UnsupportedMediaType: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        [name: string]: unknown;
      };
      content: {
        'text/plain': string;
      };
    };
    /** @description `document_not_editable`: The document was sent, transmitted to accounting, or received. */
    DocumentNotEditable: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @description What went wrong. */
          error: {
            /**
             * @description The kind of the error, for programs to branch on.
             * @enum {string}
             */
            code: 'document_not_editable';
            /** @description The error in words, in English; safe to log. */
            message: string;
          };
        };
      };
    };
    /** @description `relation_in_use`: Other records refer to the relation; `details` has their kinds and counts. */
    RelationInUse: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @description What went wrong. */
          error: {
            /**
             * @description The kind of the error, for programs to branch on.
             * @enum {string}
             */
            code: 'relation_in_use';
            /** @description The error in words, in English; safe to log. */
            message: string;
            /** @description Facts about the error, for programs. Missing when there are none. */
            details?: {
              /** @description The kind of the records that refer to it, such as `document`. */
              kind: string;
              /** @description How many there are. */
              count: number;
            }[];
          };
        };
      };
    };
    /** @description `delivery_location_in_use`: Documents are delivered to the location. */
    DeliveryLocationInUse: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @description What went wrong. */
          error: {
            /**
             * @description The kind of the error, for programs to branch on.
             * @enum {string}
             */
            code: 'delivery_location_in_use';
            /** @description The error in words, in English; safe to log. */
            message: string;
          };
        };
      };
    };
    /** @description `journal_in_use`: The journal has documents. */
    JournalInUse: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @description What went wrong. */
          error: {
            /**
             * @description The kind of the error, for programs to branch on.
             * @enum {string}
             */
            code: 'journal_in_use';
            /** @description The error in words, in English; safe to log. */
            message: string;
          };
        };
      };
    };
    /** @description `too_many_requests`: Too many failed authentications of this `client_id`, or too many requests that wait for events; `Retry-After` says when to try again. */
    TooManyRequests: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @description What went wrong. */
          error: {
            /**
             * @description The kind of the error, for programs to branch on.
             * @enum {string}
             */
            code: 'too_many_requests';
            /** @description The error in words, in English; safe to log. */
            message: string;
          };
        };
      };
    };
    /** @description `invalid_request`: A credential that the grant needs is missing, `null` or empty. */
    InvalidRequest: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @description What went wrong. */
          error: {
            /**
             * @description The kind of the error, for programs to branch on.
             * @enum {string}
             */
            code: 'invalid_request';
            /** @description The error in words, in English; safe to log. */
            message: string;
          };
        };
      };
    };
    /** @description The cached response is current. */
    NotModified: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        ETag: components['headers']['ETag'];
        'Cache-Control': components['headers']['Cache-Control'];
        [name: string]: unknown;
      };
      content?: never;
    };
  };
  parameters: {
    /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
    'Idempotency-Key': string;
    /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
    'If-Match': string;
    /** @description The `ETag` of the response that the caller has cached; while it is current, the response is 304. */
    'If-None-Match': string;
    /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
    'X-Request-ID': string;
  };
  requestBodies: never;
  headers: {
    /** @description Identifies the request for support; unique for each request. */
    'X-Request-ID': string;
    /** @description The version of the resource, for `If-Match`; of cacheable responses, for `If-None-Match`. */
    ETag: string;
    /** @description The path of the created resource. */
    Location: string;
    /** @description Seconds to wait. */
    'Retry-After': number;
    /** @description `true`: the stored response to the first request under this key. */
    'Idempotency-Replayed': 'true';
    /** @description The scheme of authentication, `Bearer` (RFC 6750). */
    'WWW-Authenticate': string;
    /** @description How long the response may be cached. */
    'Cache-Control': string;
    /** @description `attachment`, with the name of the file. */
    'Content-Disposition': string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listDocuments: {
    parameters: {
      query?: {
        /** @description Only documents whose `type` is this one. */
        type?: 'invoice' | 'credit_note' | 'proforma' | 'quote' | 'purchase_invoice' | 'purchase_credit_note';
        /** @description Only documents whose `status` is this one. */
        status?: 'draft' | 'sent' | 'received';
        /** @description Only documents whose `peppol_status` is this one; those that were never sent over the network have none. */
        peppol_status?: 'pending' | 'sent' | 'delivered' | 'failed' | 'rejected';
        /** @description Only documents whose `accounting_status` is this one. */
        accounting_status?: 'pending' | 'transmitted';
        /** @description Only documents whose `payment_status` is this one. */
        payment_status?: 'unpaid' | 'partial' | 'paid';
        /** @description Only documents that this journal numbered; received ones have no journal. */
        journal_id?: string;
        /** @description Only documents whose `relation_id` is this one: the buyer of sales documents, the seller of purchase documents. */
        relation_id?: string;
        /** @description Only documents in this currency, an ISO 4217 code. */
        currency?: string;
        /** @description Only documents with this number, compared exactly; several received ones can have it. */
        number?: string;
        /** @description Only documents of this issue date or later. */
        issue_date_from?: string;
        /** @description Only documents of this issue date or earlier. */
        issue_date_to?: string;
        /** @description Only documents with this due date or a later one; those without a due date are left out. */
        due_date_from?: string;
        /** @description Only documents with this due date or an earlier one; those without a due date are left out. */
        due_date_to?: string;
        /** @description The `external_id`; compared exactly. */
        external_id?: string;
        /** @description Only documents with this text, of 3 to 100 characters, in the buyer's name (of a received document the seller's) or at the beginning of the number; upper and lower case are equal. */
        q?: string;
        /** @description Only resources that changed at this instant or later (RFC 3339). */
        updated_since?: string;
        /** @description The order of the rows, with `-` descending; by default the newest first. */
        sort?:
          | 'created_at'
          | '-created_at'
          | 'updated_at'
          | '-updated_at'
          | 'issue_date'
          | '-issue_date'
          | 'number'
          | '-number';
        /** @description The number of rows of a page, 1 to 200; by default 50. A page has fewer where its rows have more than about 2 MiB together: it is the last one when `next_cursor` is `null`. */
        limit?: number;
        /** @description The `next_cursor` of the previous page; without it the first page. */
        cursor?: string;
      };
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The rows of the page, in the order of the list. */
            data: components['schemas']['DocumentRow'][];
            /** @description The `cursor` of the next page. `null` on the last page. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['InvalidFilter'];
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  createDocument: {
    parameters: {
      query?: {
        /** @description Whether the document is also sent over the network; by default `false`. */
        send_peppol?: boolean;
      };
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DocumentInput'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Document'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      408: components['responses']['RequestTimeout'];
      /**
       * @description `idempotency_in_progress`: The first request under this `Idempotency-Key` has not ended yet.
       *
       *     `external_id_in_use`: Another resource of this kind has the `external_id`; `details` has its id.
       */
      409: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'idempotency_in_progress' | 'external_id_in_use';
              /** @description The error in words, in English; safe to log. */
              message: string;
              /** @description Facts about the error, for programs. Missing when there are none. */
              details?: {
                /**
                 * Format: uuid
                 * @description The resource that has the `external_id`.
                 */
                id: string;
              }[];
            };
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `invalid_relation`: `relation_id` is unknown, or the relation has no address.
       *
       *     `invalid_journal`: The journal is unknown, inactive, or of another category than the document type asks for.
       *
       *     `no_default_journal`: No `journal_id` was given and the category has no default journal.
       *
       *     `invalid_delivery_location`: The delivery location is unknown or belongs to another relation than the document's.
       *
       *     `invalid_amount`: The document total is negative.
       *
       *     `invalid_paid_amount`: `paid_amount`, with the payments of the document, is above its total, or a payment is above its `open_amount`.
       *
       *     `invalid_allowance_charge`: A discount or charge on lines that total 0, or a VAT rate whose lines total a negative amount.
       *
       *     `invalid_issue_date`: The date lies outside the bracket of the neighbouring numbers, or outside the numbering window; `details` has the bounds.
       *
       *     `self_billing_disabled`: A purchase document while self-billing is not enabled for the company.
       *
       *     `not_sendable`: The network does not transport documents of this type.
       *
       *     `send_failed`: The send could not be started; the message and `details` state what to correct.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code:
                | 'validation_error'
                | 'invalid_parameter'
                | 'invalid_relation'
                | 'invalid_journal'
                | 'no_default_journal'
                | 'invalid_delivery_location'
                | 'invalid_amount'
                | 'invalid_paid_amount'
                | 'invalid_allowance_charge'
                | 'invalid_issue_date'
                | 'self_billing_disabled'
                | 'not_sendable'
                | 'send_failed'
                | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
              /** @description Facts about the error, for programs. Missing when there are none. */
              details?: (
                | {
                    /** @description The earliest date that is accepted. `null` without a bound. */
                    min: string | null;
                    /** @description The latest date that is accepted. `null` without a bound. */
                    max: string | null;
                  }
                | {
                    /**
                     * Format: uuid
                     * @description The document, which exists and was not sent.
                     */
                    document_id: string;
                    /** @description The rule that is broken, such as `BR-CO-10`. `null` when it is not one of the network. */
                    rule: string | null;
                    /** @description The member to correct, as a JSON pointer into the document. `null` when it concerns no single member. */
                    pointer: string | null;
                  }
              )[];
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getDocument: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Document'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  deleteDocument: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `document_not_deletable`: The document is not the last of its sequence, or was sent, transmitted or received.
       *
       *     `document_in_use`: The document has payments, or is linked to a reconciliation, a timesheet line or a payment intent.
       */
      409: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'document_not_deletable' | 'document_in_use';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      412: components['responses']['PreconditionFailed'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  updateDocument: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DocumentPatch'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Document'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      /**
       * @description `document_not_editable`: The document was sent, transmitted to accounting, or received.
       *
       *     `external_id_in_use`: Another resource of this kind has the `external_id`; `details` has its id.
       */
      409: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'document_not_editable' | 'external_id_in_use';
              /** @description The error in words, in English; safe to log. */
              message: string;
              /** @description Facts about the error, for programs. Missing when there are none. */
              details?: {
                /**
                 * Format: uuid
                 * @description The resource that has the `external_id`.
                 */
                id: string;
              }[];
            };
          };
        };
      };
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `field_not_editable`: The body has a read-only member.
       *
       *     `invalid_relation`: `relation_id` is unknown, or the relation has no address.
       *
       *     `invalid_delivery_location`: The delivery location is unknown or belongs to another relation than the document's.
       *
       *     `invalid_amount`: The document total is negative.
       *
       *     `invalid_paid_amount`: `paid_amount`, with the payments of the document, is above its total, or a payment is above its `open_amount`.
       *
       *     `invalid_allowance_charge`: A discount or charge on lines that total 0, or a VAT rate whose lines total a negative amount.
       *
       *     `invalid_issue_date`: The date lies outside the bracket of the neighbouring numbers, or outside the numbering window; `details` has the bounds.
       *
       *     `invalid_document_lines`: The stored lines cannot be reused: send the full `lines`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code:
                | 'validation_error'
                | 'invalid_parameter'
                | 'field_not_editable'
                | 'invalid_relation'
                | 'invalid_delivery_location'
                | 'invalid_amount'
                | 'invalid_paid_amount'
                | 'invalid_allowance_charge'
                | 'invalid_issue_date'
                | 'invalid_document_lines';
              /** @description The error in words, in English; safe to log. */
              message: string;
              /** @description Facts about the error, for programs. Missing when there are none. */
              details?: {
                /** @description The earliest date that is accepted. `null` without a bound. */
                min: string | null;
                /** @description The latest date that is accepted. `null` without a bound. */
                max: string | null;
              }[];
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  putDocumentOwnData: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the resource. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OwnDataInput'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Document'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['ExternalIdInUse'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getDocumentFile: {
    parameters: {
      query?: {
        /** @description The format of the file; by default `pdf`. One that the document cannot have is `invalid_filter`. */
        format?: 'pdf' | 'ubl' | 'facturx' | 'original';
      };
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/pdf': unknown;
          'application/xml': unknown;
        };
      };
      400: components['responses']['InvalidFilter'];
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getTransmissionFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
        /** @description The `message_id` of the transmission. */
        message_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/xml': unknown;
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  previewDocument: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DocumentInput'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DocumentPreview'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  sendDocument: {
    parameters: {
      query?: never;
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Document'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      /**
       * @description `not_sendable`: A received document cannot be sent.
       *
       *     `already_sent`: The document was sent already; only `failed` and `rejected` can be sent again.
       *
       *     `idempotency_in_progress`: The first request under this `Idempotency-Key` has not ended yet.
       */
      409: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'not_sendable' | 'already_sent' | 'idempotency_in_progress';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `not_sendable`: The network does not transport documents of this type.
       *
       *     `send_failed`: The send could not be started; the message and `details` state what to correct.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code:
                | 'validation_error'
                | 'invalid_parameter'
                | 'not_sendable'
                | 'send_failed'
                | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
              /** @description Facts about the error, for programs. Missing when there are none. */
              details?: {
                /**
                 * Format: uuid
                 * @description The document, which exists and was not sent.
                 */
                document_id: string;
                /** @description The rule that is broken, such as `BR-CO-10`. `null` when it is not one of the network. */
                rule: string | null;
                /** @description The member to correct, as a JSON pointer into the document. `null` when it concerns no single member. */
                pointer: string | null;
              }[];
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  markDocumentSent: {
    parameters: {
      query?: never;
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Document'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      /**
       * @description `not_sendable`: A received document cannot be sent.
       *
       *     `already_sent`: The document was sent already; only `failed` and `rejected` can be sent again.
       *
       *     `idempotency_in_progress`: The first request under this `Idempotency-Key` has not ended yet.
       */
      409: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'not_sendable' | 'already_sent' | 'idempotency_in_progress';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter' | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  listTransmissions: {
    parameters: {
      query?: {
        /** @description Only resources that changed at this instant or later (RFC 3339). */
        updated_since?: string;
        /** @description The order of the rows, with `-` descending; by default the newest first. */
        sort?: 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
        /** @description The number of rows of a page, 1 to 200; by default 50. A page has fewer where its rows have more than about 2 MiB together: it is the last one when `next_cursor` is `null`. */
        limit?: number;
        /** @description The `next_cursor` of the previous page; without it the first page. */
        cursor?: string;
      };
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The rows of the page, in the order of the list. */
            data: components['schemas']['Transmission'][];
            /** @description The `cursor` of the next page. `null` on the last page. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['InvalidFilter'];
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getReachability: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the relation. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reachability'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  sendResponse: {
    parameters: {
      query?: never;
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ResponseInput'];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Document'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      /**
       * @description `idempotency_in_progress`: The first request under this `Idempotency-Key` has not ended yet.
       *
       *     `response_not_possible`: The document takes no response: it did not come over the network as a purchase document, or the status may not follow the last one.
       */
      409: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'idempotency_in_progress' | 'response_not_possible';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `send_failed`: The send could not be started; the message and `details` state what to correct.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter' | 'send_failed' | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
              /** @description Facts about the error, for programs. Missing when there are none. */
              details?: {
                /**
                 * Format: uuid
                 * @description The document, which exists and was not sent.
                 */
                document_id: string;
                /** @description The rule that is broken, such as `BR-CO-10`. `null` when it is not one of the network. */
                rule: string | null;
                /** @description The member to correct, as a JSON pointer into the document. `null` when it concerns no single member. */
                pointer: string | null;
              }[];
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getResponseFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
        /** @description The id of the response. */
        response_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/xml': unknown;
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  importDocument: {
    parameters: {
      query?: never;
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** @description The file; its name and its bytes. */
          file: Blob;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Document'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      409: components['responses']['IdempotencyInProgress'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter' | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  listAttachments: {
    parameters: {
      query?: {
        /** @description Only resources that changed at this instant or later (RFC 3339). */
        updated_since?: string;
        /** @description The order of the rows, with `-` descending; by default the newest first. */
        sort?: 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
        /** @description The number of rows of a page, 1 to 200; by default 50. A page has fewer where its rows have more than about 2 MiB together: it is the last one when `next_cursor` is `null`. */
        limit?: number;
        /** @description The `next_cursor` of the previous page; without it the first page. */
        cursor?: string;
      };
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The rows of the page, in the order of the list. */
            data: components['schemas']['Attachment'][];
            /** @description The `cursor` of the next page. `null` on the last page. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['InvalidFilter'];
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  addAttachment: {
    parameters: {
      query?: never;
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** @description The file; its name and its bytes. */
          file: Blob;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Attachment'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `duplicate_attachment`: The document has an attachment of this filename already.
       *
       *     `idempotency_in_progress`: The first request under this `Idempotency-Key` has not ended yet.
       */
      409: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'duplicate_attachment' | 'idempotency_in_progress';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter' | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getAttachment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
        /** @description The id of the attachment. */
        attachment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/pdf': unknown;
          'image/png': unknown;
          'image/jpeg': unknown;
          'text/csv': unknown;
          'application/xml': unknown;
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': unknown;
          'application/vnd.oasis.opendocument.spreadsheet': unknown;
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  deleteAttachment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
        /** @description The id of the attachment. */
        attachment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      409: components['responses']['DocumentNotEditable'];
      412: components['responses']['PreconditionFailed'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  creditDocument: {
    parameters: {
      query?: {
        /** @description Whether the document is also sent over the network; by default `false`. */
        send_peppol?: boolean;
      };
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CreditInput'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Document'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['IdempotencyInProgress'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `invalid_journal`: The journal is unknown, inactive, or of another category than the document type asks for.
       *
       *     `no_default_journal`: No `journal_id` was given and the category has no default journal.
       *
       *     `invalid_amount`: The document total is negative.
       *
       *     `invalid_issue_date`: The date lies outside the bracket of the neighbouring numbers, or outside the numbering window; `details` has the bounds.
       *
       *     `self_billing_disabled`: A purchase document while self-billing is not enabled for the company.
       *
       *     `send_failed`: The send could not be started; the message and `details` state what to correct.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code:
                | 'validation_error'
                | 'invalid_parameter'
                | 'invalid_journal'
                | 'no_default_journal'
                | 'invalid_amount'
                | 'invalid_issue_date'
                | 'self_billing_disabled'
                | 'send_failed'
                | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
              /** @description Facts about the error, for programs. Missing when there are none. */
              details?: (
                | {
                    /** @description The earliest date that is accepted. `null` without a bound. */
                    min: string | null;
                    /** @description The latest date that is accepted. `null` without a bound. */
                    max: string | null;
                  }
                | {
                    /**
                     * Format: uuid
                     * @description The document, which exists and was not sent.
                     */
                    document_id: string;
                    /** @description The rule that is broken, such as `BR-CO-10`. `null` when it is not one of the network. */
                    rule: string | null;
                    /** @description The member to correct, as a JSON pointer into the document. `null` when it concerns no single member. */
                    pointer: string | null;
                  }
              )[];
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  convertDocument: {
    parameters: {
      query?: never;
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConversionInput'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Document'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['IdempotencyInProgress'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `invalid_relation`: `relation_id` is unknown, or the relation has no address.
       *
       *     `invalid_journal`: The journal is unknown, inactive, or of another category than the document type asks for.
       *
       *     `no_default_journal`: No `journal_id` was given and the category has no default journal.
       *
       *     `invalid_delivery_location`: The delivery location is unknown or belongs to another relation than the document's.
       *
       *     `invalid_amount`: The document total is negative.
       *
       *     `invalid_allowance_charge`: A discount or charge on lines that total 0, or a VAT rate whose lines total a negative amount.
       *
       *     `invalid_issue_date`: The date lies outside the bracket of the neighbouring numbers, or outside the numbering window; `details` has the bounds.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code:
                | 'validation_error'
                | 'invalid_parameter'
                | 'invalid_relation'
                | 'invalid_journal'
                | 'no_default_journal'
                | 'invalid_delivery_location'
                | 'invalid_amount'
                | 'invalid_allowance_charge'
                | 'invalid_issue_date'
                | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
              /** @description Facts about the error, for programs. Missing when there are none. */
              details?: {
                /** @description The earliest date that is accepted. `null` without a bound. */
                min: string | null;
                /** @description The latest date that is accepted. `null` without a bound. */
                max: string | null;
              }[];
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  listPayments: {
    parameters: {
      query?: {
        /** @description Only resources that changed at this instant or later (RFC 3339). */
        updated_since?: string;
        /** @description The order of the rows, with `-` descending; by default the newest first. */
        sort?: 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
        /** @description The number of rows of a page, 1 to 200; by default 50. A page has fewer where its rows have more than about 2 MiB together: it is the last one when `next_cursor` is `null`. */
        limit?: number;
        /** @description The `next_cursor` of the previous page; without it the first page. */
        cursor?: string;
      };
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The rows of the page, in the order of the list. */
            data: components['schemas']['Payment'][];
            /** @description The `cursor` of the next page. `null` on the last page. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['InvalidFilter'];
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  recordPayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaymentInput'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payment'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['IdempotencyInProgress'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `invalid_paid_amount`: `paid_amount`, with the payments of the document, is above its total, or a payment is above its `open_amount`.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code:
                'validation_error' | 'invalid_parameter' | 'invalid_paid_amount' | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getPayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
        /** @description The id of the payment. */
        payment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payment'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  deletePayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
        /** @description The id of the payment. */
        payment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  listRelations: {
    parameters: {
      query?: {
        /** @description Only companies, or only contacts. */
        type?: 'company' | 'contact';
        /** @description The country of the address, an ISO 3166-1 alpha-2 code. */
        country_code?: string;
        /** @description The VAT number; compared without separators and case. */
        vat?: string;
        /** @description The identifier; compared without separators and case. */
        identifier?: string;
        /** @description The electronic address, `scheme:value`; compared without separators and case. */
        electronic_address?: string;
        /** @description The email address; compared without case. */
        email?: string;
        /** @description Part of a name, in any case. */
        q?: string;
        /** @description The `external_id`; compared exactly. */
        external_id?: string;
        /** @description Only resources that changed at this instant or later (RFC 3339). */
        updated_since?: string;
        /** @description The order of the rows, with `-` descending; by default the newest first. */
        sort?: 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'name' | '-name';
        /** @description The number of rows of a page, 1 to 200; by default 50. A page has fewer where its rows have more than about 2 MiB together: it is the last one when `next_cursor` is `null`. */
        limit?: number;
        /** @description The `next_cursor` of the previous page; without it the first page. */
        cursor?: string;
      };
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The rows of the page, in the order of the list. */
            data: components['schemas']['Relation'][];
            /** @description The `cursor` of the next page. `null` on the last page. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['InvalidFilter'];
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  createRelation: {
    parameters: {
      query?: {
        /** @description Creates the company although another one has its `vat`, `identifier` or `electronic_address`; by default `false`. Only for companies. */
        ignore_duplicate?: boolean;
      };
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RelationInput'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Relation'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      408: components['responses']['RequestTimeout'];
      /**
       * @description `duplicate_relation`: A company with this `vat`, `identifier` or `electronic_address` exists; `details` has its id. A creation with `ignore_duplicate=true` is accepted nevertheless; a `PATCH` takes no such parameter.
       *
       *     `idempotency_in_progress`: The first request under this `Idempotency-Key` has not ended yet.
       *
       *     `external_id_in_use`: Another resource of this kind has the `external_id`; `details` has its id.
       */
      409: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'duplicate_relation' | 'idempotency_in_progress' | 'external_id_in_use';
              /** @description The error in words, in English; safe to log. */
              message: string;
              /** @description Facts about the error, for programs. Missing when there are none. */
              details?: (
                | {
                    /**
                     * Format: uuid
                     * @description The company that has the value.
                     */
                    relation_id: string;
                  }
                | {
                    /**
                     * Format: uuid
                     * @description The resource that has the `external_id`.
                     */
                    id: string;
                  }
              )[];
            };
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `invalid_address`: An address without `country_code`, or a `street_number` without `street`.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter' | 'invalid_address' | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getRelation: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the relation. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Relation'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  deleteRelation: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the relation. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      409: components['responses']['RelationInUse'];
      412: components['responses']['PreconditionFailed'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  updateRelation: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the relation. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RelationPatch'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Relation'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      /**
       * @description `duplicate_relation`: A company with this `vat`, `identifier` or `electronic_address` exists; `details` has its id. A creation with `ignore_duplicate=true` is accepted nevertheless; a `PATCH` takes no such parameter.
       *
       *     `external_id_in_use`: Another resource of this kind has the `external_id`; `details` has its id.
       */
      409: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'duplicate_relation' | 'external_id_in_use';
              /** @description The error in words, in English; safe to log. */
              message: string;
              /** @description Facts about the error, for programs. Missing when there are none. */
              details?: (
                | {
                    /**
                     * Format: uuid
                     * @description The company that has the value.
                     */
                    relation_id: string;
                  }
                | {
                    /**
                     * Format: uuid
                     * @description The resource that has the `external_id`.
                     */
                    id: string;
                  }
              )[];
            };
          };
        };
      };
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `field_not_editable`: The body has a read-only member.
       *
       *     `invalid_address`: An address without `country_code`, or a `street_number` without `street`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter' | 'field_not_editable' | 'invalid_address';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  putRelationOwnData: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the resource. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OwnDataInput'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Relation'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['ExternalIdInUse'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  listDeliveryLocations: {
    parameters: {
      query?: {
        /** @description The identifier; compared exactly. */
        identifier?: string;
        /** @description Only resources that changed at this instant or later (RFC 3339). */
        updated_since?: string;
        /** @description The order of the rows, with `-` descending; by default the newest first. */
        sort?: 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
        /** @description The number of rows of a page, 1 to 200; by default 50. A page has fewer where its rows have more than about 2 MiB together: it is the last one when `next_cursor` is `null`. */
        limit?: number;
        /** @description The `next_cursor` of the previous page; without it the first page. */
        cursor?: string;
      };
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the relation. */
        relation_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The rows of the page, in the order of the list. */
            data: components['schemas']['DeliveryLocation'][];
            /** @description The `cursor` of the next page. `null` on the last page. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['InvalidFilter'];
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  createDeliveryLocation: {
    parameters: {
      query?: never;
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the relation. */
        relation_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DeliveryLocationInput'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryLocation'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['IdempotencyInProgress'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `invalid_address`: An address without `country_code`, or a `street_number` without `street`.
       *
       *     `invalid_identifier`: Only one of `identifier` and `identifier_scheme` is filled.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code:
                | 'validation_error'
                | 'invalid_parameter'
                | 'invalid_address'
                | 'invalid_identifier'
                | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getDeliveryLocation: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the relation. */
        relation_id: string;
        /** @description The id of the delivery location. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryLocation'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  deleteDeliveryLocation: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the relation. */
        relation_id: string;
        /** @description The id of the delivery location. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      409: components['responses']['DeliveryLocationInUse'];
      412: components['responses']['PreconditionFailed'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  updateDeliveryLocation: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the relation. */
        relation_id: string;
        /** @description The id of the delivery location. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DeliveryLocationPatch'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryLocation'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `field_not_editable`: The body has a read-only member.
       *
       *     `invalid_address`: An address without `country_code`, or a `street_number` without `street`.
       *
       *     `invalid_identifier`: Only one of `identifier` and `identifier_scheme` is filled.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code:
                | 'validation_error'
                | 'invalid_parameter'
                | 'field_not_editable'
                | 'invalid_address'
                | 'invalid_identifier';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  listBankAccounts: {
    parameters: {
      query?: {
        /** @description The IBAN; compared without spaces, dashes and case. */
        reference?: string;
        /** @description Only accounts that were created over this API, or only others. */
        manual?: boolean;
        /** @description Only the default account, or only others. */
        default?: boolean;
        /** @description The `external_id`; compared exactly. */
        external_id?: string;
        /** @description Only resources that changed at this instant or later (RFC 3339). */
        updated_since?: string;
        /** @description The order of the rows, with `-` descending; by default the newest first. */
        sort?: 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
        /** @description The number of rows of a page, 1 to 200; by default 50. A page has fewer where its rows have more than about 2 MiB together: it is the last one when `next_cursor` is `null`. */
        limit?: number;
        /** @description The `next_cursor` of the previous page; without it the first page. */
        cursor?: string;
      };
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The rows of the page, in the order of the list. */
            data: components['schemas']['BankAccount'][];
            /** @description The `cursor` of the next page. `null` on the last page. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['InvalidFilter'];
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  createBankAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BankAccountInput'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BankAccount'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      408: components['responses']['RequestTimeout'];
      /**
       * @description `duplicate_bank_account`: An account with this `reference` exists already.
       *
       *     `idempotency_in_progress`: The first request under this `Idempotency-Key` has not ended yet.
       *
       *     `external_id_in_use`: Another resource of this kind has the `external_id`; `details` has its id.
       */
      409: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'duplicate_bank_account' | 'idempotency_in_progress' | 'external_id_in_use';
              /** @description The error in words, in English; safe to log. */
              message: string;
              /** @description Facts about the error, for programs. Missing when there are none. */
              details?: {
                /**
                 * Format: uuid
                 * @description The resource that has the `external_id`.
                 */
                id: string;
              }[];
            };
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter' | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getBankAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the bank account. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BankAccount'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  deleteBankAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the bank account. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `default_account_required`: The default account can be neither unset nor deleted: make another one the default instead.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter' | 'default_account_required';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  updateBankAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the bank account. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BankAccountPatch'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BankAccount'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      /**
       * @description `duplicate_bank_account`: An account with this `reference` exists already.
       *
       *     `external_id_in_use`: Another resource of this kind has the `external_id`; `details` has its id.
       */
      409: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'duplicate_bank_account' | 'external_id_in_use';
              /** @description The error in words, in English; safe to log. */
              message: string;
              /** @description Facts about the error, for programs. Missing when there are none. */
              details?: {
                /**
                 * Format: uuid
                 * @description The resource that has the `external_id`.
                 */
                id: string;
              }[];
            };
          };
        };
      };
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `field_not_editable`: The body has a read-only member.
       *
       *     `default_account_required`: The default account can be neither unset nor deleted: make another one the default instead.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code:
                'validation_error' | 'invalid_parameter' | 'field_not_editable' | 'default_account_required';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  putBankAccountOwnData: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the resource. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OwnDataInput'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BankAccount'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['ExternalIdInUse'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  listJournals: {
    parameters: {
      query?: {
        /** @description Only journals of this category. */
        category?: 'sales' | 'sales_credit' | 'proforma' | 'quote' | 'purchase' | 'purchase_credit';
        /** @description Only active journals, or only inactive ones. */
        active?: boolean;
        /** @description Only the defaults of their categories, or only others. */
        default?: boolean;
        /** @description The code; compared exactly. */
        code?: string;
        /** @description The `external_id`; compared exactly. */
        external_id?: string;
        /** @description Only resources that changed at this instant or later (RFC 3339). */
        updated_since?: string;
        /** @description The order of the rows, with `-` descending; by default the newest first. */
        sort?: 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
        /** @description The number of rows of a page, 1 to 200; by default 50. A page has fewer where its rows have more than about 2 MiB together: it is the last one when `next_cursor` is `null`. */
        limit?: number;
        /** @description The `next_cursor` of the previous page; without it the first page. */
        cursor?: string;
      };
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The rows of the page, in the order of the list. */
            data: components['schemas']['Journal'][];
            /** @description The `cursor` of the next page. `null` on the last page. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['InvalidFilter'];
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  createJournal: {
    parameters: {
      query?: never;
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['JournalInput'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Journal'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      408: components['responses']['RequestTimeout'];
      /**
       * @description `duplicate_journal_code`: A journal with this `code` exists already.
       *
       *     `idempotency_in_progress`: The first request under this `Idempotency-Key` has not ended yet.
       *
       *     `external_id_in_use`: Another resource of this kind has the `external_id`; `details` has its id.
       */
      409: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'duplicate_journal_code' | 'idempotency_in_progress' | 'external_id_in_use';
              /** @description The error in words, in English; safe to log. */
              message: string;
              /** @description Facts about the error, for programs. Missing when there are none. */
              details?: {
                /**
                 * Format: uuid
                 * @description The resource that has the `external_id`.
                 */
                id: string;
              }[];
            };
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `default_journal_required`: The default journal of a category cannot be unset, deactivated or deleted: make another one the default instead.
       *
       *     `invalid_bank_account`: `bank_account_id` is not an account of the company.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code:
                | 'validation_error'
                | 'invalid_parameter'
                | 'default_journal_required'
                | 'invalid_bank_account'
                | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getJournal: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the journal. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Journal'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  deleteJournal: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the journal. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      409: components['responses']['JournalInUse'];
      412: components['responses']['PreconditionFailed'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `default_journal_required`: The default journal of a category cannot be unset, deactivated or deleted: make another one the default instead.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter' | 'default_journal_required';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  updateJournal: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the journal. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['JournalPatch'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Journal'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['ExternalIdInUse'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `field_not_editable`: The body has a read-only member.
       *
       *     `default_journal_required`: The default journal of a category cannot be unset, deactivated or deleted: make another one the default instead.
       *
       *     `invalid_bank_account`: `bank_account_id` is not an account of the company.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code:
                | 'validation_error'
                | 'invalid_parameter'
                | 'field_not_editable'
                | 'default_journal_required'
                | 'invalid_bank_account';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  putJournalOwnData: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the resource. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OwnDataInput'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Journal'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['ExternalIdInUse'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getJournalIntegrity: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the journal. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JournalIntegrity'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  listBrandings: {
    parameters: {
      query?: {
        /** @description Only the default branding, or only others. */
        default?: boolean;
        /** @description The `external_id`; compared exactly. */
        external_id?: string;
        /** @description Only resources that changed at this instant or later (RFC 3339). */
        updated_since?: string;
        /** @description The order of the rows, with `-` descending; by default the newest first. */
        sort?: 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
        /** @description The number of rows of a page, 1 to 200; by default 50. A page has fewer where its rows have more than about 2 MiB together: it is the last one when `next_cursor` is `null`. */
        limit?: number;
        /** @description The `next_cursor` of the previous page; without it the first page. */
        cursor?: string;
      };
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The rows of the page, in the order of the list. */
            data: components['schemas']['Branding'][];
            /** @description The `cursor` of the next page. `null` on the last page. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['InvalidFilter'];
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  createBranding: {
    parameters: {
      query?: never;
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BrandingInput'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Branding'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      408: components['responses']['RequestTimeout'];
      /**
       * @description `idempotency_in_progress`: The first request under this `Idempotency-Key` has not ended yet.
       *
       *     `external_id_in_use`: Another resource of this kind has the `external_id`; `details` has its id.
       */
      409: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'idempotency_in_progress' | 'external_id_in_use';
              /** @description The error in words, in English; safe to log. */
              message: string;
              /** @description Facts about the error, for programs. Missing when there are none. */
              details?: {
                /**
                 * Format: uuid
                 * @description The resource that has the `external_id`.
                 */
                id: string;
              }[];
            };
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter' | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getBranding: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the branding. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Branding'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  deleteBranding: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the branding. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `default_branding_required`: The default branding can be neither unset nor deleted: make another one the default instead.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter' | 'default_branding_required';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  updateBranding: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the branding. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BrandingPatch'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Branding'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['ExternalIdInUse'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `field_not_editable`: The body has a read-only member.
       *
       *     `default_branding_required`: The default branding can be neither unset nor deleted: make another one the default instead.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code:
                'validation_error' | 'invalid_parameter' | 'field_not_editable' | 'default_branding_required';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  putBrandingOwnData: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the resource. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OwnDataInput'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Branding'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['ExternalIdInUse'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getLogo: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the branding. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'image/png': unknown;
          'image/jpeg': unknown;
          'image/svg+xml': unknown;
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  putLogo: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the branding. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'image/png': Blob;
        'image/jpeg': Blob;
        'image/svg+xml': Blob;
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Branding'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  deleteLogo: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the branding. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getDocumentEvidence: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the document. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/zip': unknown;
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  listCheckpoints: {
    parameters: {
      query?: {
        /** @description Only checkpoints after this position; by default 0, all of them. */
        after?: number;
        /** @description The number of rows of a page, 1 to 200; by default 50. A page has fewer where its rows have more than about 2 MiB together: it is the last one when `next_cursor` is `null`. */
        limit?: number;
        /** @description The `next_cursor` of the previous page; without it the first page. */
        cursor?: string;
      };
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The rows of the page, in the order of the list. */
            data: components['schemas']['Checkpoint'][];
            /** @description The `cursor` of the next page. `null` on the last page. */
            next_cursor: string | null;
          };
        };
      };
      401: components['responses']['InvalidToken'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  listSigningKeys: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The keys, the oldest first. */
            data: components['schemas']['SigningKey'][];
          };
        };
      };
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  listWebhooks: {
    parameters: {
      query?: {
        /** @description Only resources that changed at this instant or later (RFC 3339). */
        updated_since?: string;
        /** @description The order of the rows, with `-` descending; by default the newest first. */
        sort?: 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
        /** @description The number of rows of a page, 1 to 200; by default 50. A page has fewer where its rows have more than about 2 MiB together: it is the last one when `next_cursor` is `null`. */
        limit?: number;
        /** @description The `next_cursor` of the previous page; without it the first page. */
        cursor?: string;
      };
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The rows of the page, in the order of the list. */
            data: components['schemas']['Webhook'][];
            /** @description The `cursor` of the next page. `null` on the last page. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['InvalidFilter'];
      401: components['responses']['InvalidToken'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookInput'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookWithSecret'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['IdempotencyInProgress'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter' | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
      401: components['responses']['InvalidToken'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['InvalidToken'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  updateWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed. */
        'If-Match'?: components['parameters']['If-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookPatch'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
      401: components['responses']['InvalidToken'];
      403: components['responses']['InsufficientPermissions'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `field_not_editable`: The body has a read-only member.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter' | 'field_not_editable';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookWithSecret'];
        };
      };
      401: components['responses']['InvalidToken'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['IdempotencyInProgress'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter' | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  testWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
      401: components['responses']['InvalidToken'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['IdempotencyInProgress'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter' | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description Only deliveries in this state. */
        state?: 'pending' | 'delivered' | 'failed';
        /** @description Only resources that changed at this instant or later (RFC 3339). */
        updated_since?: string;
        /** @description The order of the rows, with `-` descending; by default the newest first. */
        sort?: 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
        /** @description The number of rows of a page, 1 to 200; by default 50. A page has fewer where its rows have more than about 2 MiB together: it is the last one when `next_cursor` is `null`. */
        limit?: number;
        /** @description The `next_cursor` of the previous page; without it the first page. */
        cursor?: string;
      };
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The rows of the page, in the order of the list. */
            data: components['schemas']['WebhookDelivery'][];
            /** @description The `cursor` of the next page. `null` on the last page. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['InvalidFilter'];
      401: components['responses']['InvalidToken'];
      404: components['responses']['NotFound'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  replayWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again. */
        'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookReplay'];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookReplayed'];
        };
      };
      401: components['responses']['InvalidToken'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['IdempotencyInProgress'];
      413: components['responses']['ContentTooLarge'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       *
       *     `idempotency_key_reused`: Another request was sent under this `Idempotency-Key`.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter' | 'idempotency_key_reused';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description The position of the last event that the caller has seen; events after it are returned. By default 0, before the first event. */
        after?: number;
        /** @description The number of events, 1 to 1000; by default 100. */
        limit?: number;
        /** @description Only events of these types, separated by commas: exact types such as `document.sent`, all of a resource as `document.*`, or `*` for all, which is the default. */
        types?: string;
        /** @description Only events of this resource. */
        resource_id?: string;
        /** @description How long the response waits for an event when there is none, in seconds: 0 to 30. By default 0, which does not wait. */
        wait_s?: number;
      };
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventFeed'];
        };
      };
      400: components['responses']['InvalidFilter'];
      401: components['responses']['InvalidToken'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
    };
  };
  getEventHead: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventHead'];
        };
      };
      401: components['responses']['InvalidToken'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  createToken: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TokenRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Token'];
        };
      };
      400: components['responses']['InvalidRequest'];
      /**
       * @description `invalid_credentials`: Unknown `client_id` or wrong `client_secret`.
       *
       *     `invalid_grant`: Unknown, already used or revoked `refresh_token`: start again from the client credentials.
       *
       *     `client_inactive`: The client has been deactivated.
       */
      401: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'invalid_credentials' | 'invalid_grant' | 'client_inactive';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['ContentTooLarge'];
      /** @description The body is not a valid token request. Lists every problem, without the envelope. */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TokenRequestProblems'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
    };
  };
  getCaller: {
    parameters: {
      query?: never;
      header?: {
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caller'];
        };
      };
      401: components['responses']['InvalidToken'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  listCurrencies: {
    parameters: {
      query?: {
        /** @description The language of the names; by default `en`. */
        language?: 'en' | 'nl' | 'fr' | 'de';
      };
      header?: {
        /** @description The `ETag` of the response that the caller has cached; while it is current, the response is 304. */
        'If-None-Match'?: components['parameters']['If-None-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description All entries, by code. */
            data: components['schemas']['Currency'][];
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['InvalidFilter'];
      401: components['responses']['InvalidToken'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  listCountries: {
    parameters: {
      query?: {
        /** @description The language of the names; by default `en`. */
        language?: 'en' | 'nl' | 'fr' | 'de';
      };
      header?: {
        /** @description The `ETag` of the response that the caller has cached; while it is current, the response is 304. */
        'If-None-Match'?: components['parameters']['If-None-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description All entries, by code. */
            data: components['schemas']['Country'][];
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['InvalidFilter'];
      401: components['responses']['InvalidToken'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  listUnitsOfMeasure: {
    parameters: {
      query?: {
        /** @description The language of the names; by default `en`. */
        language?: 'en' | 'nl' | 'fr' | 'de';
      };
      header?: {
        /** @description The `ETag` of the response that the caller has cached; while it is current, the response is 304. */
        'If-None-Match'?: components['parameters']['If-None-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description All entries, by code. */
            data: components['schemas']['UnitOfMeasure'][];
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['InvalidFilter'];
      401: components['responses']['InvalidToken'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getInterfaceDescription: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the response that the caller has cached; while it is current, the response is 304. */
        'If-None-Match'?: components['parameters']['If-None-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
      304: components['responses']['NotModified'];
      /**
       * @description `validation_error`: A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.
       *
       *     `invalid_parameter`: A query parameter that does not apply to this resource.
       */
      422: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What went wrong. */
            error: {
              /**
               * @description The kind of the error, for programs to branch on.
               * @enum {string}
               */
              code: 'validation_error' | 'invalid_parameter';
              /** @description The error in words, in English; safe to log. */
              message: string;
            };
          };
        };
      };
      500: components['responses']['InternalError'];
    };
  };
  getDocs: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the response that the caller has cached; while it is current, the response is 304. */
        'If-None-Match'?: components['parameters']['If-None-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      304: components['responses']['NotModified'];
      500: components['responses']['InternalError'];
    };
  };
  getDocsFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the response that the caller has cached; while it is current, the response is 304. */
        'If-None-Match'?: components['parameters']['If-None-Match'];
        /** @description The caller's own id of the request, which the service writes to its log. The response has an id of the service. */
        'X-Request-ID'?: components['parameters']['X-Request-ID'];
      };
      path: {
        /** @description The name of the guide or file. */
        file:
          | 'first-invoice'
          | 'corrections'
          | 'peppol-sandbox'
          | 'receiving'
          | 'vat-categories'
          | 'retries'
          | 'lists'
          | 'webhooks'
          | 'errors'
          | 'docs.css'
          | 'theme.js'
          | 'reference.js'
          | 'adopted-styles.js'
          | 'scalar.js'
          | 'icon.svg';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'Cache-Control': components['headers']['Cache-Control'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
          'text/css': string;
          'text/javascript': string;
          'image/svg+xml': string;
        };
      };
      304: components['responses']['NotModified'];
      404: components['responses']['NotFound'];
      500: components['responses']['InternalError'];
    };
  };
  receive_document_event: {
    parameters: {
      query?: never;
      header: {
        /** @description The `id` of the event; the same at every attempt, so that a receiver can ignore repetitions. */
        'webhook-id': string;
        /** @description When the attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description A signature for each valid secret, separated by spaces: `v1,` and the base64 of the HMAC-SHA-256 over id, timestamp and body with dots between. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Event'];
      };
    };
    responses: {
      /** @description The webhook is turned off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is delivered. The body does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is sent again later, for three days in all. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receive_attachment_event: {
    parameters: {
      query?: never;
      header: {
        /** @description The `id` of the event; the same at every attempt, so that a receiver can ignore repetitions. */
        'webhook-id': string;
        /** @description When the attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description A signature for each valid secret, separated by spaces: `v1,` and the base64 of the HMAC-SHA-256 over id, timestamp and body with dots between. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Event'];
      };
    };
    responses: {
      /** @description The webhook is turned off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is delivered. The body does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is sent again later, for three days in all. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receive_relation_event: {
    parameters: {
      query?: never;
      header: {
        /** @description The `id` of the event; the same at every attempt, so that a receiver can ignore repetitions. */
        'webhook-id': string;
        /** @description When the attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description A signature for each valid secret, separated by spaces: `v1,` and the base64 of the HMAC-SHA-256 over id, timestamp and body with dots between. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Event'];
      };
    };
    responses: {
      /** @description The webhook is turned off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is delivered. The body does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is sent again later, for three days in all. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receive_delivery_location_event: {
    parameters: {
      query?: never;
      header: {
        /** @description The `id` of the event; the same at every attempt, so that a receiver can ignore repetitions. */
        'webhook-id': string;
        /** @description When the attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description A signature for each valid secret, separated by spaces: `v1,` and the base64 of the HMAC-SHA-256 over id, timestamp and body with dots between. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Event'];
      };
    };
    responses: {
      /** @description The webhook is turned off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is delivered. The body does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is sent again later, for three days in all. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receive_bank_account_event: {
    parameters: {
      query?: never;
      header: {
        /** @description The `id` of the event; the same at every attempt, so that a receiver can ignore repetitions. */
        'webhook-id': string;
        /** @description When the attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description A signature for each valid secret, separated by spaces: `v1,` and the base64 of the HMAC-SHA-256 over id, timestamp and body with dots between. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Event'];
      };
    };
    responses: {
      /** @description The webhook is turned off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is delivered. The body does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is sent again later, for three days in all. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receive_journal_event: {
    parameters: {
      query?: never;
      header: {
        /** @description The `id` of the event; the same at every attempt, so that a receiver can ignore repetitions. */
        'webhook-id': string;
        /** @description When the attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description A signature for each valid secret, separated by spaces: `v1,` and the base64 of the HMAC-SHA-256 over id, timestamp and body with dots between. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Event'];
      };
    };
    responses: {
      /** @description The webhook is turned off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is delivered. The body does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is sent again later, for three days in all. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receive_branding_event: {
    parameters: {
      query?: never;
      header: {
        /** @description The `id` of the event; the same at every attempt, so that a receiver can ignore repetitions. */
        'webhook-id': string;
        /** @description When the attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description A signature for each valid secret, separated by spaces: `v1,` and the base64 of the HMAC-SHA-256 over id, timestamp and body with dots between. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Event'];
      };
    };
    responses: {
      /** @description The webhook is turned off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is delivered. The body does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is sent again later, for three days in all. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receive_test: {
    parameters: {
      query?: never;
      header: {
        /** @description The `id` of the event; the same at every attempt, so that a receiver can ignore repetitions. */
        'webhook-id': string;
        /** @description When the attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description A signature for each valid secret, separated by spaces: `v1,` and the base64 of the HMAC-SHA-256 over id, timestamp and body with dots between. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookTest'];
      };
    };
    responses: {
      /** @description The webhook is turned off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is delivered. The body does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is sent again later, for three days in all. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}

/** The codes of errors. */
export type ErrorCode =
  | 'validation_error'
  | 'invalid_filter'
  | 'invalid_parameter'
  | 'field_not_editable'
  | 'not_found'
  | 'internal_error'
  | 'invalid_request'
  | 'invalid_credentials'
  | 'invalid_grant'
  | 'client_inactive'
  | 'invalid_token'
  | 'insufficient_permissions'
  | 'too_many_requests'
  | 'invalid_relation'
  | 'invalid_journal'
  | 'no_default_journal'
  | 'invalid_delivery_location'
  | 'invalid_amount'
  | 'invalid_paid_amount'
  | 'invalid_allowance_charge'
  | 'invalid_issue_date'
  | 'invalid_document_lines'
  | 'self_billing_disabled'
  | 'not_sendable'
  | 'send_failed'
  | 'already_sent'
  | 'duplicate_attachment'
  | 'document_not_editable'
  | 'document_not_deletable'
  | 'document_in_use'
  | 'duplicate_relation'
  | 'invalid_address'
  | 'relation_in_use'
  | 'invalid_identifier'
  | 'delivery_location_in_use'
  | 'duplicate_bank_account'
  | 'default_account_required'
  | 'duplicate_journal_code'
  | 'default_journal_required'
  | 'invalid_bank_account'
  | 'default_branding_required'
  | 'idempotency_key_reused'
  | 'idempotency_in_progress'
  | 'precondition_failed'
  | 'journal_in_use'
  | 'external_id_in_use'
  | 'response_not_possible';

/** Paths whose POST takes an Idempotency-Key. */
export const KEYED_PATHS: ReadonlySet<string> = new Set([
  '/documents',
  '/documents/{id}/send',
  '/documents/{id}/mark-sent',
  '/documents/{id}/responses',
  '/documents/import',
  '/documents/{id}/attachments',
  '/documents/{id}/credit',
  '/documents/{id}/convert',
  '/documents/{id}/payments',
  '/relations',
  '/relations/{relation_id}/delivery-locations',
  '/bank-accounts',
  '/journals',
  '/brandings',
  '/webhooks',
  '/webhooks/{id}/secret',
  '/webhooks/{id}/test',
  '/webhooks/{id}/replay',
]);
