import type { Language } from '../../../domain/master-data/company';
import type { Labels } from './label-set';
import { ENGLISH } from './labels-en';
import { DUTCH } from './labels-nl';
import { FRENCH } from './labels-fr';
import { GERMAN } from './labels-de';

export const LABELS: Readonly<Record<Language, Labels>> = {
  en: ENGLISH,
  nl: DUTCH,
  fr: FRENCH,
  de: GERMAN,
};
