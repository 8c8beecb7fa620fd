// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/** Each module has what Maven Central asks for, but for signatures. */
final class PublishedFilesZipIT {
    private static final Path ROOT = Path.of(Objects.requireNonNull(System.getProperty("sluice.root")));

    @ParameterizedTest
    @ValueSource(strings = {"sim-core", "sim-config", "sim-cli"})
    void the_pom_is_whole(String module) throws IOException, ParserConfigurationException, SAXException {
        Document pom = pom(module);

        for (String element : new String[] {"name", "description", "url", "license", "developer", "connection"}) {
            assertThat(pom.getElementsByTagName(element).getLength())
                    .as(element)
                    .isPositive();
        }
        assertThat(pom.getElementsByTagName("parent").getLength()).isZero();
        assertThat(pom.getDocumentElement().getTextContent()).doesNotContain("${");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sim-core", "sim-config", "sim-cli"})
    void sources_and_javadoc_lie_beside_the_jar(String module)
            throws IOException, ParserConfigurationException, SAXException {
        String version = pom(module).getElementsByTagName("version").item(0).getTextContent();

        for (String kind : new String[] {"", "-sources", "-javadoc"}) {
            assertThat(ROOT.resolve(module).resolve("target").resolve(module + "-" + version + kind + ".jar"))
                    .isNotEmptyFile();
        }
    }

    private static Document pom(String module) throws IOException, ParserConfigurationException, SAXException {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(ROOT.resolve(module + "/target/published-pom.xml").toFile());
    }
}
