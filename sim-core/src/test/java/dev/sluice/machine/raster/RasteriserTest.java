// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.program.Coverage;
import dev.sluice.program.Coverage.Triangle;
import dev.sluice.program.image.Rect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RasteriserTest {

    private static final Rect AREA = new Rect(0, 0, 96, 80);
    private static final Coverage FULLSCREEN = new Coverage.Fullscreen();

    private final Rasteriser rasteriser = new Rasteriser();

    /** How often each sample of the area was covered. */
    private int[][] count(Coverage coverage, Rect area, int samples) {
        int width = area.x() + area.width();
        int[][] count = new int[samples][width * (area.y() + area.height())];
        rasteriser.start(coverage, area, samples);
        while (rasteriser.next()) {
            long any = 0;
            for (int s = 0; s < samples; s++) {
                any |= rasteriser.coverage[s];
                for (long rest = rasteriser.coverage[s]; rest != 0; rest &= rest - 1) {
                    int pixel = Long.numberOfTrailingZeros(rest);
                    count[s][(rasteriser.y + pixel / 8) * width + rasteriser.x + pixel % 8]++;
                }
            }
            assertThat(any).isNotZero();
        }
        return count;
    }

    private int covered(Coverage coverage, Rect area) {
        return Arrays.stream(count(coverage, area, 1)[0]).sum();
    }

    private static Coverage triangles(Triangle... list) {
        return new Coverage.Triangles(List.of(list));
    }

    private static Triangle triangle(double... c) {
        return new Triangle(c[0], c[1], c[2], c[3], c[4], c[5]);
    }

    @Test
    void fullscreen_covers_every_pixel_of_the_area_once_and_none_outside() {
        Rect area = new Rect(5, 3, 70, 41);
        int[] count = count(FULLSCREEN, area, 1)[0];
        for (int y = 0; y < 44; y++) {
            for (int x = 0; x < 75; x++) {
                assertThat(count[y * 75 + x]).isEqualTo(x >= 5 && y >= 3 ? 1 : 0);
            }
        }
    }

    @Test
    void blocks_come_by_squares_of_32_pixels_row_by_row_and_row_by_row_within() {
        rasteriser.start(FULLSCREEN, new Rect(8, 0, 48, 40), 1);
        List<String> order = new ArrayList<>();
        while (rasteriser.next()) {
            order.add(rasteriser.x + " " + rasteriser.y);
        }
        assertThat(order.subList(0, 5)).containsExactly("8 0", "16 0", "24 0", "8 8", "16 8");
        assertThat(order.subList(12, 16)).containsExactly("32 0", "40 0", "48 0", "32 8");
        assertThat(order.subList(24, 30)).containsExactly("8 32", "16 32", "24 32", "32 32", "40 32", "48 32");
        assertThat(order).hasSize(30);
    }

    @Test
    void rectangles_are_primitives_in_order_cut_to_the_area() {
        Coverage coverage = new Coverage.Rectangles(List.of(
                new Rect(-5, -5, 10, 7), new Rect(90, 70, 100, 100), new Rect(7, 7, 2, 2), new Rect(3, 3, 0, 5)));
        rasteriser.start(coverage, AREA, 1);
        List<String> seen = new ArrayList<>();
        while (rasteriser.next()) {
            seen.add(rasteriser.x + " " + rasteriser.y + " " + Long.toHexString(rasteriser.coverage[0])
                    + (rasteriser.firstOfPrimitive ? " first" : ""));
        }
        assertThat(seen)
                .containsExactly(
                        "0 0 1f1f first",
                        "88 64 fcfc000000000000 first",
                        "88 72 fcfcfcfcfcfcfcfc",
                        "0 0 8000000000000000 first",
                        "8 0 100000000000000",
                        "0 8 80",
                        "8 8 1");
    }

    @Test
    void no_rectangles_cover_nothing() {
        rasteriser.start(new Coverage.Rectangles(List.of()), AREA, 1);
        assertThat(rasteriser.next()).isFalse();
        assertThat(rasteriser.next()).isFalse();
    }

    @Test
    void an_empty_area_has_no_blocks() {
        assertThat(covered(FULLSCREEN, new Rect(10, 10, 0, 5))).isZero();
        rasteriser.start(FULLSCREEN, new Rect(-20, -20, 10, 10), 1);
        assertThat(rasteriser.next()).isFalse();
    }

    @Test
    void both_windings_cover_the_same_pixels() {
        Coverage one = triangles(triangle(3.3, 2.1, 80.7, 30.2, 20.4, 70.9));
        Coverage other = triangles(triangle(3.3, 2.1, 20.4, 70.9, 80.7, 30.2));
        assertThat(count(one, AREA, 4)).isEqualTo(count(other, AREA, 4));
        assertThat(covered(one, AREA)).isGreaterThan(1000);
    }

    @Test
    void triangles_without_area_cover_nothing() {
        assertThat(covered(
                        triangles(
                                triangle(5, 5, 5, 5, 5, 5),
                                triangle(0, 0, 40, 40, 80, 80),
                                triangle(1, 10, 50, 10, 90, 10),
                                triangle(10, 10, 10.001, 10, 10, 10.001),
                                triangle(Double.NaN, 0, 50, 0, 0, 50),
                                triangle(0, 0, 50, Double.NaN, 0, 50)),
                        AREA))
                .isZero();
    }

    @Test
    void huge_triangles_cover_the_area() {
        double inf = Double.POSITIVE_INFINITY;
        for (Triangle each : List.of(
                triangle(-1e9, -1e9, 1e9, -1e9, 0, 1e12),
                triangle(-1e300, -1e300, 1e300, -1e300, 0, 1e300),
                triangle(-inf, -inf, inf, -inf, 0, inf),
                triangle(-1e6, -1e6, 3e6, -1e6, -1e6, 3e6))) {
            assertThat(covered(triangles(each), AREA)).isEqualTo(96 * 80);
        }
    }

    @Test
    void half_planes_that_share_a_huge_edge_cover_each_pixel_once() {
        Random random = new Random(7);
        for (int i = 0; i < 100; i++) {
            double angle = random.nextDouble() * Math.PI;
            double far = Math.pow(10, 3 + random.nextInt(12));
            double cx = 48 + random.nextInt(5) * 0.5;
            double cy = 40 + random.nextInt(5) * 0.5;
            double dx = Math.cos(angle) * far;
            double dy = Math.sin(angle) * far;
            Coverage both = triangles(
                    triangle(cx - dx, cy - dy, cx + dx, cy + dy, cx - dy, cy + dx),
                    triangle(cx - dx, cy - dy, cx + dx, cy + dy, cx + dy, cy - dx));
            assertThat(count(both, AREA, 1)[0]).as("far %s", far).containsOnly(1);
        }
    }

    @Test
    void triangles_of_a_mesh_cover_each_sample_once() {
        Random random = new Random(11);
        for (int samples : new int[] {1, 2, 4, 8}) {
            for (int round = 0; round < 12; round++) {
                for (int[] count : count(mesh(random, round), AREA, samples)) {
                    assertThat(count).containsOnly(1);
                }
            }
        }
    }

    /** A grid of moved corners over more than the area, two triangles of random winding and diagonal to a cell. */
    private static Coverage mesh(Random random, int round) {
        int n = 9;
        double[][] x = new double[n][n];
        double[][] y = new double[n][n];
        // even rounds put corners on sample positions and pixel edges
        double grid = round % 2 == 0 ? 16 : 1e6;
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++) {
                x[j][i] = Math.rint((-8 + 16 * i + random.nextDouble() * 7) * grid) / grid;
                y[j][i] = Math.rint((-8 + 16 * j + random.nextDouble() * 7) * grid) / grid;
            }
        }
        List<Triangle> list = new ArrayList<>();
        for (int j = 0; j + 1 < n; j++) {
            for (int i = 0; i + 1 < n; i++) {
                double[][] c = {
                    {x[j][i], y[j][i]},
                    {x[j][i + 1], y[j][i + 1]},
                    {x[j + 1][i + 1], y[j + 1][i + 1]},
                    {x[j + 1][i], y[j + 1][i]}
                };
                int d = random.nextInt(2);
                list.add(of(random, c[d], c[d + 1], c[(d + 2) % 4]));
                list.add(of(random, c[d], c[(d + 2) % 4], c[(d + 3) % 4]));
            }
        }
        return new Coverage.Triangles(list);
    }

    private static Triangle of(Random random, double[] a, double[] b, double[] c) {
        return random.nextBoolean()
                ? new Triangle(a[0], a[1], b[0], b[1], c[0], c[1])
                : new Triangle(b[0], b[1], a[0], a[1], c[0], c[1]);
    }

    @Test
    void random_triangles_agree_with_the_definition_at_every_sample() {
        Random random = new Random(3);
        Rect area = new Rect(4, 5, 51, 38);
        for (int i = 0; i < 3000; i++) {
            int samples = 1 << (i & 3);
            double spread = i % 7 == 0 ? 2000 : i % 3 == 0 ? 10 : 80;
            double grid = i % 2 == 0 ? 2 : 256; // every other one has many samples exactly on its edges
            double[] c = new double[6];
            for (int k = 0; k < 6; k++) {
                c[k] = Math.rint((25 + (random.nextDouble() - 0.5) * spread) * grid) / grid;
            }
            Triangle triangle = triangle(c);
            int[][] count = count(triangles(triangle), area, samples);
            int width = 55;
            for (int y = 0; y < 43; y++) {
                for (int x = 0; x < width; x++) {
                    boolean within = x >= 4 && y >= 5;
                    for (int s = 0; s < samples; s++) {
                        boolean expected = within && ReferenceTriangle.covers(triangle, x, y, samples, s);
                        if (count[s][y * width + x] != (expected ? 1 : 0)) {
                            assertThat(count[s][y * width + x])
                                    .as("%s at %d %d sample %d of %d", triangle, x, y, s, samples)
                                    .isEqualTo(expected ? 1 : 0);
                        }
                    }
                }
            }
        }
    }

    @Test
    void a_thin_triangle_covers_samples_without_covering_centres() {
        Coverage sliver = triangles(triangle(10, 10, 50, 10, 50, 10.3));
        assertThat(covered(sliver, AREA)).isZero();
        int[][] count = count(sliver, AREA, 4);
        assertThat(Arrays.stream(count[0]).sum()).as("sample 0 lies at 0.125").isGreaterThan(20);
        assertThat(Arrays.stream(count[3]).sum()).as("sample 3 lies at 0.875").isZero();
    }

    @Test
    void other_numbers_of_samples_are_refused() {
        assertThatThrownBy(() -> rasteriser.start(FULLSCREEN, AREA, 3)).isInstanceOf(IllegalArgumentException.class);
    }
}
