// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PrimitiveShaderTest {

    private static PrimitiveShader shader(long vertices, long invocations) {
        return new PrimitiveShader(PrimitiveShader.Kind.GEOMETRY, "k", vertices, invocations);
    }

    @ParameterizedTest
    @CsvSource({"0, 3, 2, 0", "1, 3, 2, 2", "3, 3, 2, 2", "4, 3, 2, 4", "7, 1, 1, 7", "7, 1, 5, 35"})
    void it_runs_for_begun_groups_of_vertices(long of, long vertices, long invocations, long runs) {
        assertThat(shader(vertices, invocations).runs(of)).isEqualTo(runs);
    }

    @Test
    void runs_beyond_the_largest_number_are_the_largest_number() {
        assertThat(shader(1, 2).runs(Long.MAX_VALUE / 2)).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(shader(1, 2).runs(Long.MAX_VALUE / 2 + 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(shader(1, 1).runs(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void a_shader_of_no_vertices_or_invocations_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> shader(0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> shader(1, 0));
    }

    @Test
    void only_vertex_shaders_run_for_vertices_that_are_fetched() {
        assertThat(PrimitiveShader.ofVertices("k").ofVertices()).isTrue();
        assertThat(shader(1, 1).ofVertices()).isFalse();
    }
}
