// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Sluice;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.input.Catalogue;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.price.BarrierPrices;
import dev.sluice.cli.price.PairPrice;
import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.run.Interrupt;
import dev.sluice.cli.run.QuietRuns;
import dev.sluice.cli.run.Session;
import dev.sluice.config.compact.BarrierSpec;
import dev.sluice.device.GpuSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/barrier-prices.md} to what {@code barrier} says; {@code -Dsluice.renew} writes it anew instead. */
final class BarrierPricesDocTest {
    private static final Path DOCUMENT = Documents.ROOT.resolve("docs/barrier-prices.md");
    private static final String BEGIN = "<!-- generated from here on -->\n";
    private static final long DIRTY = 16 << 10;

    private static final Map<String, String> PAIRS = new LinkedHashMap<>();

    static {
        PAIRS.put("copy → compute", "COPY/TRANSFER_WRITE>COMPUTE_SHADER/SHADER_STORAGE_READ");
        PAIRS.put("copy → uniform", "COPY/TRANSFER_WRITE>VERTEX_SHADER|FRAGMENT_SHADER/UNIFORM_READ");
        PAIRS.put("copy → vertex", "COPY/TRANSFER_WRITE>VERTEX_ATTRIBUTE_INPUT/VERTEX_ATTRIBUTE_READ");
        PAIRS.put("copy → index", "COPY/TRANSFER_WRITE>INDEX_INPUT/INDEX_READ");
        PAIRS.put("copy → host", "COPY/TRANSFER_WRITE>HOST/HOST_READ");
        PAIRS.put(
                "copy → sample",
                "COPY/TRANSFER_WRITE>FRAGMENT_SHADER/SHADER_SAMPLED_READ@TRANSFER_DST_OPTIMAL:SHADER_READ_ONLY_OPTIMAL");
        PAIRS.put("compute → compute", "COMPUTE_SHADER/SHADER_STORAGE_WRITE>COMPUTE_SHADER/SHADER_STORAGE_READ");
        PAIRS.put("compute → copy", "COMPUTE_SHADER/SHADER_STORAGE_WRITE>COPY/TRANSFER_READ");
        PAIRS.put("compute → indirect", "COMPUTE_SHADER/SHADER_STORAGE_WRITE>DRAW_INDIRECT/INDIRECT_COMMAND_READ");
        PAIRS.put("compute → host", "COMPUTE_SHADER/SHADER_STORAGE_WRITE>HOST/HOST_READ");
        PAIRS.put(
                "storage image → sample",
                "COMPUTE_SHADER/SHADER_STORAGE_WRITE>FRAGMENT_SHADER/SHADER_SAMPLED_READ@GENERAL:SHADER_READ_ONLY_OPTIMAL");
        PAIRS.put(
                "colour → sample",
                "COLOR_ATTACHMENT_OUTPUT/COLOR_ATTACHMENT_WRITE>FRAGMENT_SHADER/SHADER_SAMPLED_READ"
                        + "@COLOR_ATTACHMENT_OPTIMAL:SHADER_READ_ONLY_OPTIMAL");
        PAIRS.put(
                "colour → copy",
                "COLOR_ATTACHMENT_OUTPUT/COLOR_ATTACHMENT_WRITE>COPY/TRANSFER_READ"
                        + "@COLOR_ATTACHMENT_OPTIMAL:TRANSFER_SRC_OPTIMAL");
        PAIRS.put(
                "colour → present",
                "COLOR_ATTACHMENT_OUTPUT/COLOR_ATTACHMENT_WRITE>BOTTOM_OF_PIPE"
                        + "@COLOR_ATTACHMENT_OPTIMAL:PRESENT_SRC_KHR");
        PAIRS.put(
                "depth → sample",
                "LATE_FRAGMENT_TESTS/DEPTH_STENCIL_ATTACHMENT_WRITE>FRAGMENT_SHADER/SHADER_SAMPLED_READ"
                        + "@DEPTH_STENCIL_ATTACHMENT_OPTIMAL:SHADER_READ_ONLY_OPTIMAL");
        PAIRS.put(
                "first use → colour",
                "TOP_OF_PIPE>COLOR_ATTACHMENT_OUTPUT/COLOR_ATTACHMENT_WRITE@UNDEFINED:COLOR_ATTACHMENT_OPTIMAL");
        PAIRS.put(
                "build → build",
                "ACCELERATION_STRUCTURE_BUILD_KHR/ACCELERATION_STRUCTURE_WRITE_KHR"
                        + ">ACCELERATION_STRUCTURE_BUILD_KHR/ACCELERATION_STRUCTURE_READ_KHR");
        PAIRS.put(
                "build → rays",
                "ACCELERATION_STRUCTURE_BUILD_KHR/ACCELERATION_STRUCTURE_WRITE_KHR"
                        + ">RAY_TRACING_SHADER_KHR/ACCELERATION_STRUCTURE_READ_KHR");
        PAIRS.put("execution only", "COMPUTE_SHADER>COPY");
        PAIRS.put("everything", "ALL_COMMANDS/MEMORY_WRITE>ALL_COMMANDS/MEMORY_READ|MEMORY_WRITE");
    }

    @Test
    void the_prices_are_those_that_barrier_gives() throws IOException {
        String document = Files.readString(DOCUMENT);
        String renewed = document.substring(0, document.indexOf(BEGIN) + BEGIN.length()) + tables();
        if (System.getProperty("sluice.renew") != null) {
            Files.writeString(DOCUMENT, renewed);
        } else {
            assertThat(document)
                    .as("run: mvn -pl sim-cli -am test -Dtest=BarrierPricesDocTest -Dsluice.renew"
                            + " -Dsurefire.failIfNoSpecifiedTests=false")
                    .isEqualTo(renewed);
        }
    }

    private static String tables() {
        PrintWriter nobody = new PrintWriter(Writer.nullWriter());
        QuietRuns runs =
                new QuietRuns(new Session(Terminal.plain(nobody, nobody), Sluice::simulation, new Interrupt(), "test"));
        List<String> devices = List.copyOf(Catalogue.of("devices").keySet());
        Map<String, List<PairPrice>> prices = new LinkedHashMap<>();
        List<GpuSpec> loaded = devices.stream().map(Inputs::device).toList();
        PAIRS.forEach((name, spec) -> prices.put(name, prices(runs, spec, loaded)));
        StringBuilder text = new StringBuilder();
        table(text, "Total", devices, prices, price -> time(price, price.total()));
        table(
                text,
                "Cache actions",
                devices,
                prices,
                price -> time(price, Objects.requireNonNull(price.barrier()).actionCycles()));
        table(text, "Written back and refilled", devices, prices, BarrierPricesDocTest::bytes);
        text.append("\n## The barriers\n\n| pair | barrier |\n|---|---|\n");
        PAIRS.forEach((name, spec) -> text.append("| " + name + " | `" + spec.replace("|", "\\|") + "` |\n"));
        return text.toString();
    }

    private static List<PairPrice> prices(QuietRuns runs, String spec, List<GpuSpec> devices) {
        BarrierPrices prices = new BarrierPrices(runs, BarrierSpec.parse(spec), DIRTY, 0);
        List<PairPrice> found = new ArrayList<>();
        for (GpuSpec device : devices) {
            found.add(Objects.requireNonNull(
                    prices.on(device.name(), device, Inputs.profile(device, Inputs.Choice.NONE))));
        }
        return found;
    }

    private static void table(
            StringBuilder to,
            String title,
            List<String> devices,
            Map<String, List<PairPrice>> prices,
            Function<PairPrice, String> cell) {
        to.append("\n## " + title + "\n\n| pair | " + String.join(" | ", devices) + " |\n|---|"
                + "--:|".repeat(devices.size()) + "\n");
        prices.forEach((name, ofDevices) -> to.append("| " + name + " | "
                + String.join(
                        " | ",
                        ofDevices.stream()
                                .map(price -> price.barrier() == null ? "cannot" : cell.apply(price))
                                .toList())
                + " |\n"));
    }

    private static String time(PairPrice price, long cycles) {
        return cycles == 0 ? "-" : Quantity.time(price.nanos(cycles));
    }

    private static String bytes(PairPrice price) {
        String back = Quantity.bytesOrDash(price.writtenBack());
        long refilled = Objects.requireNonNull(price.barrier()).refillBytes();
        return refilled == 0 ? back : back + ", " + Quantity.bytes(refilled);
    }
}
