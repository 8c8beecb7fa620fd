// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

/**
 * What the compression of a cache node's lines came to, summed over its instances ({@code docs/cache-structure.md}).
 *
 * <p>Public fields because they are counted on a hot path.
 */
public final class LineCompressionCounters {
    /** Sectors that were encoded, each whenever its bytes came or changed. */
    public long encodedSectors;
    /** Of those, sectors of zeros. */
    public long zeroSectors;
    /** Of those, sectors that are one 8-byte value. */
    public long repeatedSectors;
    /** Of those, sectors that became a base and differences. */
    public long baseDeltaSectors;
    /** Bytes of the encoded sectors, as they are. */
    public long rawBytes;
    /** Bytes of the segments that they took. */
    public long storedBytes;
    /** Lines that were put into sets that held as many lines as they have ways. */
    public long linesBeyondWays;
    /** Lines that were evicted because others of their set took more segments. */
    public long segmentEvictions;
    /** Hits that waited for decompression. */
    public long decompressions;

    /** Restarts the region of interest. */
    public void reset() {
        encodedSectors = 0;
        zeroSectors = 0;
        repeatedSectors = 0;
        baseDeltaSectors = 0;
        rawBytes = 0;
        storedBytes = 0;
        linesBeyondWays = 0;
        segmentEvictions = 0;
        decompressions = 0;
    }

    /** What these amount to. */
    public LineCompressionResult result(String algorithm) {
        return new LineCompressionResult(
                        algorithm,
                        encodedSectors,
                        zeroSectors,
                        repeatedSectors,
                        baseDeltaSectors,
                        rawBytes,
                        storedBytes,
                        linesBeyondWays,
                        segmentEvictions,
                        decompressions,
                        1)
                .withRatio();
    }
}
