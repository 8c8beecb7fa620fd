// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.describe;

import dev.sluice.cli.input.FileCheck;
import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.report.Style;
import dev.sluice.cli.report.Table;
import dev.sluice.cli.report.Text;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.ComputeSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.IdleKeys;
import dev.sluice.device.MemoryProperty;
import dev.sluice.device.MemoryType;
import dev.sluice.device.QueueFamily;
import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.program.sync.CacheRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** Everything that a person may want to know of a device: its drawing, then its numbers, then what they rest on. */
public final class DeviceText {
    private static final int INDENT = 12;

    private final GpuSpec device;
    private final BarrierProfile profile;
    private final Style style;
    private final List<String> lines = new ArrayList<>();

    private DeviceText(GpuSpec device, BarrierProfile profile, Style style) {
        this.device = device;
        this.profile = profile;
        this.style = style;
    }

    /** The text about {@code device}. */
    public static String of(GpuSpec device, BarrierProfile profile, Style style) {
        return new DeviceText(device, profile, style).text();
    }

    private String text() {
        lines.add(style.bold(device.name()) + "  " + device.description());
        lines.add("");
        lines.addAll(DeviceDrawing.of(device, style.width()));
        lines.add("");
        units();
        lines.add("");
        lines.addAll(caches().lines(style));
        device.caches().forEach(cache -> MechanismText.cache(cache).ifPresent(text -> fact(cache.name(), text)));
        lines.add("");
        lines.addAll(memoryTypes().lines(style));
        lines.add("");
        lines.addAll(families().lines(style));
        lines.add("");
        profile();
        idle();
        lines.add("");
        sources();
        return style.text(lines);
    }

    private void units() {
        ComputeSpec units = device.compute();
        fact("clock", Quantity.frequency(device.clockHz()) + "; every latency is in its cycles");
        fact(
                "compute",
                Quantity.plural(units.count(), "unit") + ", " + units.issuePerCycle() + " issued per cycle, "
                        + Quantity.bytes(units.sharedMemory().size()) + " shared memory in "
                        + Quantity.plural(units.sharedMemory().banks(), "bank") + " ("
                        + Quantity.plural(units.sharedMemory().latency(), "cycle") + ")"
                        + MechanismText.sharedMemory(units.sharedMemory()) + MechanismText.launch(units));
        fact("rop", GraphicsText.units(device.rop()));
        if (device.rop().count() > 0) {
            fact("compression", GraphicsText.compression(device.rop()));
        }
        if (device.rop().compresses()) {
            fact("", GraphicsText.readers(device.rop()));
        }
        fact(
                "network",
                device.network().kind() + ", "
                        + Quantity.plural(device.network().latency(), "cycle") + ", "
                        + Quantity.plural(device.network().flitBytes(), "byte") + " per cycle and port"
                        + MechanismText.network(device.network()));
        fact(
                "transfer",
                Quantity.plural(device.transfer().outstanding(), "request") + " of "
                        + device.transfer().requestBytes()
                        + " bytes under way, "
                        + Quantity.plural(device.transfer().bytesPerCycle(), "byte") + " per cycle"
                        + (device.transfer().ports() > 1
                                ? ", " + device.transfer().ports() + " ports"
                                : "")
                        + (device.transfer().coherent() ? ", coherent with the last shared cache" : ""));
        fact(
                "vram",
                Quantity.plural(device.vram().channels(), "channel") + ", mapping "
                        + device.vram().mapping() + ", "
                        + device.vram().policy().key() + ", rows of "
                        + Quantity.bytes(device.vram().rowBytes()) + ", transactions of "
                        + device.vram().transactionBytes() + " bytes, peak "
                        + Quantity.bandwidth(device.vram().peakBytesPerSecond() / 1e9));
        fact("pages", GraphicsText.pages(device));
        fact("display", GraphicsText.display(device));
        fact("link", DeviceDrawing.linkText(device.host().link()) + (device.unified() ? ", memory is unified" : ""));
        fact(
                "limits",
                "nonCoherentAtomSize " + device.limits().nonCoherentAtomSize() + ", bufferImageGranularity "
                        + Quantity.bytes(device.limits().bufferImageGranularity()) + ", minMemoryMapAlignment "
                        + device.limits().minMemoryMapAlignment());
    }

    private Table caches() {
        Table table = new Table()
                .left("cache")
                .left("role")
                .left("below")
                .right("count")
                .right("size")
                .right("line/sect")
                .right("ways")
                .right("slices")
                .right("cycles")
                .left("writes")
                .right("mshrs")
                .left("evicts");
        for (CacheSpec cache : device.caches()) {
            table.row(
                    cache.name(),
                    cache.role().name(),
                    cache.parent(),
                    instances(cache),
                    Quantity.bytes(cache.geometry().size()),
                    cache.geometry().line() + "/" + cache.geometry().sector(),
                    Integer.toString(cache.geometry().ways()),
                    Integer.toString(cache.geometry().slices()),
                    Integer.toString(cache.timing().latency()),
                    writes(cache),
                    Integer.toString(cache.ports().mshrs()),
                    cache.policy().replacement().toString());
        }
        return table;
    }

    private String instances(CacheSpec cache) {
        return switch (cache.scope()) {
            case COMPUTE_UNIT ->
                Integer.toString(cache.instancesFor(device.compute().count()));
            case ROP -> Integer.toString(device.rop().count());
            case DEVICE, HOST -> "1";
        };
    }

    private static String writes(CacheSpec cache) {
        if (cache.policy().readOnly()) {
            return "read only";
        }
        String allocate = switch (cache.policy().allocate()) {
            case NO_WRITE -> "";
            case FETCH_ON_WRITE -> ", fetch";
            case VALIDATE_ON_WRITE -> ", validate";
        };
        return cache.policy().write() == CacheSpec.WritePolicy.THROUGH
                ? "through" + allocate
                : "back, dirty/" + cache.policy().dirty().name().toLowerCase(Locale.ROOT) + allocate;
    }

    private Table memoryTypes() {
        Table table = new Table().right("memory type").left("heap").left("properties");
        for (int i = 0; i < device.memoryTypes().size(); i++) {
            MemoryType type = device.memoryTypes().get(i);
            table.row(
                    Integer.toString(i),
                    type.heap() + ", "
                            + Quantity.bytes(device.heaps().get(type.heap()).size()),
                    String.join(
                            " | ",
                            type.properties().stream().map(MemoryProperty::name).toList()));
        }
        return table;
    }

    private Table families() {
        Table table = new Table().left("queue family").right("queues").left("flags");
        for (QueueFamily family : device.queueFamilies()) {
            table.row(
                    family.name(), Integer.toString(family.count()), String.join(" | ", new TreeSet<>(family.flags())));
        }
        return table;
    }

    private void profile() {
        fact("barriers", profile.name() + ": " + profile.description());
        List<CacheRole> lacking = FileCheck.lackingRoles(device, profile);
        if (!lacking.isEmpty()) {
            fact(
                    "",
                    "it also acts on caches that this device lacks, to no effect: "
                            + String.join(
                                    ", ", lacking.stream().map(CacheRole::name).toList()));
        }
        if (profile.implicitAssumed()) {
            fact(
                    "",
                    "it does not say what submissions do: assumed to invalidate everything at their start and flush"
                            + " everything at their end");
        }
        if (!profile.costs().none()) {
            fact(
                    "",
                    "it charges cycles of its own; its numbers: "
                            + profile.costs().status());
        }
    }

    private void idle() {
        String label = "no effect";
        for (String key : IdleKeys.of(device)) {
            fact(label, key);
            label = "";
        }
    }

    private void sources() {
        fact(
                "calibrated",
                device.calibrated()
                        ? "yes, against the measurement beside the device file"
                        : "no: compare times with each other, do not quote them");
        fact("sources", "every number that these do not give is a choice");
        device.sources().forEach(source -> fact("", "- " + source));
    }

    private void fact(String label, String text) {
        String head = style.bold(label) + " ".repeat(Math.max(1, INDENT - label.length()));
        for (String line : Text.wrap(text, style.width() - INDENT)) {
            lines.add(head + line);
            head = " ".repeat(INDENT);
        }
    }
}
