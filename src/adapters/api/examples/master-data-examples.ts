import type { OperationExamples } from '../../http/route';

export const CREATE_RELATION: OperationExamples = {};
export const CREATE_DELIVERY_LOCATION: OperationExamples = {};
export const CREATE_BANK_ACCOUNT: OperationExamples = {};
export const CREATE_JOURNAL: OperationExamples = {};
export const CREATE_BRANDING: OperationExamples = {};
