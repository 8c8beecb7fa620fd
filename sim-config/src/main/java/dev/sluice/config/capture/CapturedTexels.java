// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.program.kernel.BindingKind;
import java.util.List;
import java.util.Locale;

/** Statements of kernels that access one texel of an image. */
final class CapturedTexels {
    private CapturedTexels() {}

    /**
     * Reads a texel into {@code acc}, or writes a hash of it.
     *
     * @param x the column, an expression
     * @param y the row, an expression
     */
    static void access(Resource.Texture texture, String x, String y, String indent, List<String> lines) {
        if (texture.texelBytes() == 16) {
            wide(texture, x, y, indent, lines);
            return;
        }
        String type = "u" + 8 * texture.unit();
        String place = "." + type + " " + texture.name() + "[" + x + ", " + y + "]";
        if (texture.kind() == BindingKind.SAMPLED) {
            sample(texture, "((" + x + ") * 256 + 128)", "((" + y + ") * 256 + 128)", indent, lines);
            return;
        }
        if (texture.reads()) {
            lines.add(indent + "v = load" + place);
        }
        if (texture.writes()) {
            lines.add(indent + "store" + place + " = hash(" + (texture.reads() ? "v" : "acc") + ")");
        } else {
            lines.add(indent + "acc = hash(acc + v)");
        }
    }

    /**
     * Samples an image into {@code acc}; texels of 16 bytes are read as they are.
     *
     * @param u the place in 1/256 texels, a name or an expression in parentheses
     * @param v the place in 1/256 texels, a name or an expression in parentheses
     */
    static void sample(Resource.Texture texture, String u, String v, String indent, List<String> lines) {
        if (texture.texelBytes() == 16) {
            wide(texture, u + " / 256", v + " / 256", indent, lines);
            return;
        }
        lines.add(String.format(
                Locale.ROOT,
                "%sv = sample.%s.u%d %s[%s, %s]",
                indent,
                texture.filters() ? "bilinear" : "nearest",
                8 * texture.unit(),
                texture.name(),
                u,
                v));
        lines.add(indent + "acc = hash(acc + v)");
    }

    /** A texel of 16 bytes: two accesses of 8 bytes, by their number in the image. */
    private static void wide(Resource.Texture texture, String x, String y, String indent, List<String> lines) {
        lines.add(indent + "t = ((" + y + ") * " + texture.name() + ".width + (" + x + ")) * 2");
        for (int half = 0; half < 2; half++) {
            String place = ".u64 " + texture.name() + "[t + " + half + "]";
            if (texture.reads()) {
                lines.add(indent + "v = load" + place);
            }
            if (texture.writes()) {
                lines.add(indent + "store" + place + " = hash(" + (texture.reads() ? "v" : "acc") + " + " + half + ")");
            } else {
                lines.add(indent + "acc = hash(acc + v)");
            }
        }
    }
}
