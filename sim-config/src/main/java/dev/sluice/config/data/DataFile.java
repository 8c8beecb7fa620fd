// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.data;

import dev.sluice.config.bind.Doc;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Data as a stream writes them; which keys go together is checked by {@link DataReader}.
 *
 * @param type the elements' type
 * @param values every element
 * @param pattern how elements are generated
 * @param start first value of an iota, 0 by default
 * @param step difference of an iota, 1 by default
 * @param value the constant
 * @param seed seed of the random stream, 0 by default
 * @param count number of generated elements
 * @param hex bytes in hexadecimal
 * @param file a file of raw bytes, relative to the stream
 * @param offset the first byte of the file, 0 by default
 * @param size how many bytes of the file, all from the offset on by default
 * @param image a picture, relative to the stream, as RGBA bytes from the top left
 */
@Doc("Bytes: values, a pattern, hex digits, a file or a picture.")
public record DataFile(
        @Nullable DataType type,
        @Nullable @Doc("Every element.") List<ScalarNode> values,
        @Nullable @Doc("How elements are generated.") Pattern pattern,

        @Nullable @Doc("First value of an iota; 0 by default.")
        ScalarNode start,

        @Nullable @Doc("Difference of an iota; 1 by default.")
        ScalarNode step,

        @Nullable @Doc("The constant.") ScalarNode value,

        @Nullable @Doc("Seed of the random stream; 0 by default.")
        ScalarNode seed,

        @Nullable @Doc("Number of generated elements.") ScalarNode count,
        @Nullable @Doc("Bytes in hexadecimal.") String hex,

        @Nullable @Doc("A file of raw bytes, relative to the stream.")
        String file,

        @Nullable @Doc("First byte of the file; 0 by default.")
        Size offset,

        @Nullable @Doc("Bytes of the file; all from the offset on by default.")
        Size size,

        @Nullable @Doc("A picture, relative to the stream, as RGBA bytes from the top left.")
        String image) {
    /** Bytes in hexadecimal. */
    public static DataFile hex(String digits) {
        return new DataFile(null, null, null, null, null, null, null, null, digits, null, null, null, null);
    }

    /** A part of a file. */
    public static DataFile file(String name, long offset, long size) {
        return new DataFile(
                null, null, null, null, null, null, null, null, null, name, new Size(offset), new Size(size), null);
    }

    /** {@code count} times the same element. */
    public static DataFile constant(DataType type, long value, long count) {
        return generated(type, Pattern.CONSTANT, null, null, ScalarNode.of(value), null, count);
    }

    /** Elements that grow by the same step. */
    public static DataFile iota(DataType type, long start, long step, long count) {
        return generated(type, Pattern.IOTA, ScalarNode.of(start), ScalarNode.of(step), null, null, count);
    }

    /** Elements of a random stream. */
    public static DataFile random(DataType type, long seed, long count) {
        return generated(type, Pattern.RANDOM, null, null, null, ScalarNode.of(seed), count);
    }

    private static DataFile generated(
            DataType type,
            Pattern pattern,
            @Nullable ScalarNode start,
            @Nullable ScalarNode step,
            @Nullable ScalarNode value,
            @Nullable ScalarNode seed,
            long count) {
        return new DataFile(
                type, null, pattern, start, step, value, seed, ScalarNode.of(count), null, null, null, null, null);
    }
}
