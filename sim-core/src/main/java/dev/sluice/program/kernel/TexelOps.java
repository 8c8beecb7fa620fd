// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import dev.sluice.program.image.ImageShape;

/** The instructions of the texture unit: where texels lie, and how they are filtered. */
final class TexelOps {
    private TexelOps() {}

    /** The value of {@code op} on the operands that it takes; others are ignored. */
    static long evaluate(Opcode op, long a, long b, long c) {
        return switch (op) {
            case PIXEL -> ImageShape.pixel(a, b);
            case PLACE -> ImageShape.place(a, b, c);
            case TEXEL -> ImageShape.index(a, b, c);
            case LEVEL_NEAREST -> ImageShape.nearestLevel(a, b);
            case LEVEL_FINER -> ImageShape.finerLevel(a, b);
            case LEVEL_COARSER -> ImageShape.coarserLevel(a, b);
            case LEVEL_FRACTION -> ImageShape.levelFraction(a, b);
            case SAMPLE_NEAREST -> ImageShape.nearest(a, b, c);
            case CORNER_LEFT_UPPER -> ImageShape.corner(a, b, c, 0, 0);
            case CORNER_RIGHT_UPPER -> ImageShape.corner(a, b, c, 1, 0);
            case CORNER_LEFT_LOWER -> ImageShape.corner(a, b, c, 0, 1);
            case CORNER_RIGHT_LOWER -> ImageShape.corner(a, b, c, 1, 1);
            case SAMPLE_FRACTION -> ImageShape.fraction(a, b, c);
            case ROW_ONE -> TexelFilter.rowOne(a, b, c);
            case COLUMN_ONE -> TexelFilter.columnOne(a, b, c);
            case MIX_ONE -> TexelFilter.mixOne(a, b, c);
            case ROW_BYTES -> TexelFilter.rowBytes(a, b, c);
            case COLUMN_BYTES -> TexelFilter.columnBytes(a, b, c);
            case MIX_BYTES -> TexelFilter.mixBytes(a, b, c);
            case ROW_SHORTS_LOW -> TexelFilter.rowShortsLow(a, b, c);
            case ROW_SHORTS_HIGH -> TexelFilter.rowShortsHigh(a, b, c);
            case COLUMN_SHORTS -> TexelFilter.columnShorts(a, b, c);
            case MIX_SHORTS -> TexelFilter.mixShorts(a, b, c);
            case ROW_FLOAT -> TexelFilter.rowFloat(a, b, c);
            case COLUMN_FLOAT -> TexelFilter.columnFloat(a, b, c);
            case MIX_FLOAT -> TexelFilter.mixFloat(a, b, c);
            default -> throw new IllegalArgumentException(op + " is not arithmetic");
        };
    }

    /** Executes on {@code n} lanes; as {@link LaneOps#execute}. */
    static void execute(Opcode op, long[] r, int d, long[] ra, int a, long[] rb, int b, long[] rc, int c, int n) {
        switch (op) {
            case PIXEL -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ImageShape.pixel(ra[a + i], rb[b + i]);
                }
            }
            case TEXEL -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ImageShape.index(ra[a + i], rb[b + i], rc[c + i]);
                }
            }
            case SAMPLE_NEAREST -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ImageShape.nearest(ra[a + i], rb[b + i], rc[c + i]);
                }
            }
            case CORNER_LEFT_UPPER, CORNER_RIGHT_UPPER, CORNER_LEFT_LOWER, CORNER_RIGHT_LOWER -> {
                int right = op == Opcode.CORNER_RIGHT_UPPER || op == Opcode.CORNER_RIGHT_LOWER ? 1 : 0;
                int below = op == Opcode.CORNER_LEFT_LOWER || op == Opcode.CORNER_RIGHT_LOWER ? 1 : 0;
                for (int i = 0; i < n; i++) {
                    r[d + i] = ImageShape.corner(ra[a + i], rb[b + i], rc[c + i], right, below);
                }
            }
            case SAMPLE_FRACTION -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ImageShape.fraction(ra[a + i], rb[b + i], rc[c + i]);
                }
            }
            case ROW_BYTES -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = TexelFilter.rowBytes(ra[a + i], rb[b + i], rc[c + i]);
                }
            }
            case COLUMN_BYTES -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = TexelFilter.columnBytes(ra[a + i], rb[b + i], rc[c + i]);
                }
            }
            default -> {
                // the rest of them: rare enough to pay a dispatch per lane
                for (int i = 0; i < n; i++) {
                    r[d + i] = evaluate(op, ra[a + i], rb[b + i], rc[c + i]);
                }
            }
        }
    }
}
