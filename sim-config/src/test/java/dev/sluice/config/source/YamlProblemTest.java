// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class YamlProblemTest {
    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(
                        "a:\n   b: 1\n    c: 2\n",
                        "3:6: YAML: no ':' can stand here; a text that has one goes in quotes,"
                                + " and a key is indented like those beside it"),
                Arguments.of(
                        "a:\n    b: 1\n  c: 2\n",
                        "3:3: YAML: this line is indented by 2, and the mapping that begins on line 1 by 0"),
                Arguments.of(
                        "a:\n   b: [1]\n    c: 2\n",
                        "3:5: YAML: this line is indented by 4, and the mapping that begins on line 2 by 3"),
                Arguments.of(
                        "a:\n  - b\n  c: 2\n", "3:3: YAML: a key cannot stand here, in the list that begins on line 2"),
                Arguments.of("a: {b: 1}}\n", "1:10: YAML: '}' cannot stand here, in the mapping that begins on line 1"),
                Arguments.of("a: [1, 2\nb: 3\n", "2:2: YAML: expected ',' or ']', found ':', after the '[' of line 1"),
                Arguments.of(
                        "a: {b: 1\n",
                        "2:1: YAML: expected ',' or '}', found the end of the file, after the '{' of line 1"),
                Arguments.of(
                        "a: 1\nname t\nb: 2\n",
                        "2:1: YAML: expected ': ' after 'name t'; lines of a longer text are indented more than its key"),
                Arguments.of("a: 'open\nb: 2\n", "1:4: YAML: this quotation mark is never closed"),
                Arguments.of(
                        "a: \"C:\\dir\"\n",
                        "1:8: YAML: unknown escape '\\d'; between single quotes a backslash stands for itself"),
                Arguments.of(
                        "a: b: c\n",
                        "1:5: YAML: no ':' can stand here; a text that has one goes in quotes,"
                                + " and a key is indented like those beside it"),
                Arguments.of(
                        "a: - b\n", "1:4: YAML: no item of a list can stand here; begin the list on a line of its own"),
                Arguments.of("a: @b\n", "1:4: YAML: nothing begins with '@'; put a text that does in quotes"),
                Arguments.of("a: ]\n", "1:4: YAML: expected a value, found ']'"),
                Arguments.of("a:\tb\n", "1:3: YAML: a tab cannot stand here; use spaces"),
                Arguments.of("a:\n\tb: 1\n", "2:1: YAML: a tab cannot indent; use spaces"),
                Arguments.of(
                        "a:\n\u00a0\u00a0b: 1\n    c: 2\n",
                        "2:1: YAML: this character looks like a space and is none; indent with spaces"),
                Arguments.of(
                        "\0a\0:\0",
                        "1:1: the character U+0000 is not allowed in YAML; a file in UTF-16 has many: save it as UTF-8"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void says_what_is_wrong_in_the_words_of_who_wrote_it(String text, String message) {
        assertThatThrownBy(() -> SourceReader.read("a.yaml", text.getBytes(StandardCharsets.UTF_8)))
                .hasMessage("a.yaml:" + message);
    }
}
