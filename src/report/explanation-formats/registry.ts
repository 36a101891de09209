// Every format of an explanation, in the order of lists and help.
import type { ExplanationFormat } from './explanation-format.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import { terminal } from './terminal.ts';

export const explanationFormats: readonly ExplanationFormat[] = [terminal, json, markdown];
