package dev.sluice.core.barrier;

/**
 * A cache as a profile describes it. Texts are as in the file, and empty where it is silent.
 *
 * @param role its role
 * @param nativeName the hardware's name for it
 * @param per how many there are, for example {@code CU}
 * @param write {@code through}, {@code back} or {@code read-only}
 * @param dirty how dirty bytes are tracked, for example {@code per line}
 * @param next the level below: a role or {@code VRAM}
 * @param note anything else
 */
public record ProfileCache(
        CacheRole role, String nativeName, String per, String write, String dirty, String next, String note) {

    /** Whether it can hold dirty bytes: it is write-back, or the file does not say. */
    public boolean canBeDirty() {
        return write.isEmpty() || write.equals("back");
    }
}
