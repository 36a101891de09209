// On how many topics each of two systems is ahead.

export interface WinTieLoss {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/**
 * @param differences second − first, by topic, without the noise of rounding; wins are the second's
 * @param lowerIsBetter for measures of which less is better
 */
export function winTieLoss(differences: ArrayLike<number>, lowerIsBetter = false): WinTieLoss {
  let wins = 0;
  let losses = 0;
  for (let i = 0; i < differences.length; i++) {
    if (differences[i]! > 0) wins++;
    else if (differences[i]! < 0) losses++;
  }
  const ties = differences.length - wins - losses;
  return lowerIsBetter ? { wins: losses, ties, losses: wins } : { wins, ties, losses };
}
