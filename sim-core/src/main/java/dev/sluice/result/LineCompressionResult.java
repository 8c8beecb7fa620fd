// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

/**
 * What the compression of a cache node's lines came to; the counters are those of {@link LineCompressionCounters}.
 *
 * @param algorithm how sectors are encoded, as device files have it
 * @param encodedSectors sectors that were encoded, each whenever its bytes came or changed
 * @param zeroSectors of those, sectors of zeros
 * @param repeatedSectors of those, sectors that are one 8-byte value
 * @param baseDeltaSectors of those, sectors that became a base and differences; the others stayed as they are
 * @param rawBytes bytes of the encoded sectors, as they are
 * @param storedBytes bytes of the segments that they took
 * @param linesBeyondWays lines that were put into sets that held as many lines as they have ways
 * @param segmentEvictions lines that were evicted because others of their set took more segments; {@code evictions} has them too
 * @param decompressions hits that waited for decompression
 * @param compressionRatio raw by stored bytes; 1 where nothing was encoded
 */
public record LineCompressionResult(
        String algorithm,
        long encodedSectors,
        long zeroSectors,
        long repeatedSectors,
        long baseDeltaSectors,
        long rawBytes,
        long storedBytes,
        long linesBeyondWays,
        long segmentEvictions,
        long decompressions,
        double compressionRatio) {

    /** The same counters with the ratio that they amount to. */
    public LineCompressionResult withRatio() {
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
                storedBytes == 0 ? 1 : (double) rawBytes / storedBytes);
    }
}
