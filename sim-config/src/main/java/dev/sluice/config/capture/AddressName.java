// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.stream.Stream;

/**
 * What an import calls a range that a shader reaches by its address: {@code computeAddress0} for the first of a compute shader.
 *
 * @param stage what streams call the shader's stage
 * @param number its number within the shader, from 0
 */
public record AddressName(String stage, int number) {
    private static final String INFIX = "Address";

    /** Whether a name has this form. */
    public static boolean matches(String name) {
        return Stream.of(CapturedStage.values())
                .map(stage -> stage.key() + INFIX)
                .anyMatch(prefix -> name.startsWith(prefix)
                        && name.substring(prefix.length()).matches("\\d+"));
    }

    @Override
    public String toString() {
        return stage + INFIX + number;
    }
}
