// Figures beside each other: which is better, by how much, and whether that meets what was aimed for.

export const OURS = 'rag-lab';

/** Higher is better for rates alone. */
export const isRate = (unit) => unit.includes('/');

export const meets = ({ value, unit, target }) => (isRate(unit) ? value >= target : value <= target);

/**
 * Every row of rag-lab, once for each peer that has one of the same name, else alone. A ratio above 1 is in rag-lab's favour.
 * `versus` of a row says, by peer, which ratio it aims for: it becomes the `ratioTarget` beside that peer.
 */
export function paired(rows) {
  return rows
    .filter(({ system }) => system === OURS)
    .flatMap(({ versus = {}, ...own }) => {
      const others = rows.filter(({ name, system }) => name === own.name && system !== OURS);
      if (others.length === 0) return [own];
      return others.map((peer) => ({
        ...own,
        peer: peer.system,
        peerValue: peer.value,
        ratio: isRate(own.unit) ? own.value / peer.value : peer.value / own.value,
        ...(peer.system in versus && { ratioTarget: versus[peer.system] }),
      }));
    });
}
