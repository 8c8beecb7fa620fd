// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.prefetch;

import dev.sluice.machine.cache.policy.CacheAccess;

/**
 * Prefetching by a table of strides, with the four states of its paper: a stride that came twice is steady, and only from then on
 * are lines prefetched; one that was missed once is looked at again before it is given up.
 *
 * <p>An entry stands for an access site of a unit. Where no site is known it stands for a page, as far as one unit's accesses
 * reach it. Strides are counted in lines: accesses to the line of the one before say nothing.
 *
 * <p>T.-F. Chen, J.-L. Baer: Effective Hardware-Based Data Prefetching for High-Performance Processors, IEEE Transactions on
 * Computers 44(5), 1995 (reference prediction table).
 */
final class Stride implements Prefetcher {

    static final int ENTRIES = 64;

    private static final byte INITIAL = 0;
    private static final byte TRANSIENT = 1;
    private static final byte STEADY = 2;
    private static final byte NO_PREDICTION = 3;
    private static final int SITE_SHIFT = 16;

    private final int lineBytes;
    private final int pageBytes;
    private final int degree;
    private final long[] tags = new long[ENTRIES];
    private final long[] last = new long[ENTRIES];
    private final long[] strides = new long[ENTRIES];
    private final byte[] states = new byte[ENTRIES];

    Stride(PrefetcherProvider.Settings settings) {
        this.lineBytes = settings.lineBytes();
        this.pageBytes = settings.pageBytes();
        this.degree = settings.degree();
        java.util.Arrays.fill(tags, -1);
    }

    @Override
    public void onAccess(CacheAccess access, Outcome outcome, Sink sink) {
        long line = access.address() / lineBytes;
        long tag = tag(access);
        int at = (int) (tag * 0x9E3779B97F4A7C15L >>> Long.SIZE - 6);
        if (tags[at] != tag) {
            tags[at] = tag;
            last[at] = line;
            strides[at] = 0;
            states[at] = INITIAL;
            return;
        }
        long stride = line - last[at];
        if (stride == 0) {
            return;
        }
        last[at] = line;
        learn(at, stride);
        if (states[at] == STEADY) {
            for (int i = 1; i <= degree; i++) {
                sink.prefetch((line + i * strides[at]) * lineBytes);
            }
        }
    }

    private void learn(int at, long stride) {
        boolean right = stride == strides[at];
        switch (states[at]) {
            case INITIAL -> states[at] = right ? STEADY : TRANSIENT;
            case TRANSIENT -> states[at] = right ? STEADY : NO_PREDICTION;
            case STEADY -> {
                states[at] = right ? STEADY : INITIAL;
                return; // one miss does not change the stride
            }
            default -> states[at] = right ? TRANSIENT : NO_PREDICTION;
        }
        strides[at] = stride;
    }

    private long tag(CacheAccess access) {
        long unit = access.unit() + 1L;
        return access.site() == CacheAccess.NO_SITE
                ? (access.address() / pageBytes << SITE_SHIFT | unit) << 1
                : ((long) access.site() << SITE_SHIFT | unit) << 1 | 1;
    }
}
