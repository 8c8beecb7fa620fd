// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The bill of materials names what is in the program's jar, and nothing else. */
final class BillOfMaterialsJarIT {
    private static final Path TARGET =
            Path.of(Objects.requireNonNull(System.getProperty("sluice.root")), "sim-cli", "target");
    private static final Path JAR = TARGET.resolve("sluice.jar");
    private static final Path BILL = TARGET.resolve("sluice.cdx.json");

    @BeforeEach
    void theBillIsOfThisBuild() throws IOException {
        assumeTrue(
                Files.exists(BILL) && Files.getLastModifiedTime(BILL).compareTo(Files.getLastModifiedTime(JAR)) >= 0,
                "Maven was offline, or quick, and left the bill of materials out");
    }

    @Test
    void every_class_of_the_jar_is_of_a_component_and_every_component_is_in_the_jar() throws IOException {
        TreeSet<String> listed = BillOfMaterials.read(BILL).classes();
        BillOfMaterials.classes(JAR).stream()
                .filter(name -> name.startsWith("dev/sluice/cli/"))
                .forEach(listed::add);

        assertThat(BillOfMaterials.classes(JAR)).isEqualTo(listed);
    }

    @Test
    void every_component_has_a_licence() throws IOException {
        assertThat(BillOfMaterials.read(BILL).components())
                .isNotEmpty()
                .allSatisfy(component -> assertThat(component.get("licenses"))
                        .as(component.get("purl").asString())
                        .isNotEmpty());
    }

    @Test
    void it_holds_nothing_of_the_moment() throws IOException {
        assertThat(Files.readString(BILL))
                .doesNotContain("\"timestamp\"")
                .doesNotContain("\"serialNumber\"")
                .doesNotContain(TARGET.toString());
    }
}
