// The messages of what a reader refuses, or what it returns.
import { LabError, LabErrors } from '../../src/core/errors.ts';

export async function faultsOf(act: () => unknown): Promise<string[]> {
  try {
    await act();
  } catch (error) {
    if (error instanceof LabErrors) return error.errors.map((fault) => fault.message);
    if (error instanceof LabError) return [error.message];
    throw error;
  }
  return [];
}
