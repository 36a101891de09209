// Every document format, in the order of lists and help. A file's extension picks the first that names it.
import type { DocumentFormat } from '../../core/contracts.ts';
import { html } from './html.ts';

export const documentFormats: readonly DocumentFormat[] = [html];
