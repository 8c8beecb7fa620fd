// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.vulkan;

import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.SubpassScopes;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.CureForm;
import dev.sluice.program.edit.Spot;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.kind.UnknownKindException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cure as C for a program that uses Vulkan, a list of lines.
 *
 * <p>What is added is a block of statements; what changes is an assignment to the field of the structure that the comment before
 * it names. Objects are variables under their own names, as far as C allows.
 */
public final class VulkanCure implements CureForm<List<String>> {
    private VulkanCure() {}

    /** The text of a cure, without a line end; empty for nothing to propose. */
    public static String of(Cure cure) {
        return String.join("\n", cure.in(new VulkanCure()));
    }

    private static List<String> lines(String... lines) {
        return Arrays.asList(lines);
    }

    private static List<String> commented(String words) {
        return words.isEmpty() ? List.of() : List.of(Constants.comment(words));
    }

    /** Statements in braces, so that their variables are their own. */
    private static List<String> block(String place, List<String> statements) {
        List<String> lines = new ArrayList<>(commented(place));
        lines.add("{");
        statements.forEach(line -> lines.add("    " + line));
        lines.add("}");
        return lines;
    }

    private static String place(Spot spot) {
        return spot.words().isEmpty() ? "here" : spot.words();
    }

    @Override
    public List<String> steps(Cure.Steps cure) {
        return cure.cures().stream().flatMap(step -> step.in(this).stream()).toList();
    }

    @Override
    public List<String> unchecked(Cure.Unchecked cure) {
        List<String> lines =
                new ArrayList<>(commented(cure.why().isEmpty() ? "unchecked" : "unchecked, " + cure.why()));
        lines.addAll(cure.cure().in(this));
        return lines;
    }

    /** Left out by the preprocessor, so that nobody takes it over. */
    @Override
    public List<String> refuted(Cure.Refuted cure) {
        List<String> lines = new ArrayList<>(commented("tried, and not enough: " + cure.why()));
        lines.add("#if 0");
        lines.addAll(cure.cure().in(this));
        lines.add("#endif");
        return lines;
    }

    // ---- commands

    @Override
    public List<String> insertCommand(Cure.InsertCommand cure) {
        return block(place(cure.spot()), command(cure.command()));
    }

    private static List<String> command(Command command) {
        List<String> lines = new ArrayList<>();
        if (command instanceof Command.PipelineBarrier barrier) {
            lines.addAll(Scopes.dependency("dependency", barrier.barriers(), barrier.byRegion()));
            lines.add("vkCmdPipelineBarrier2(commandBuffer, &dependency);");
        } else if (command instanceof Command.SetEvent set) {
            lines.addAll(Constants.renamed(set.event()));
            lines.addAll(Scopes.dependency("dependency", set.barriers(), false));
            lines.add("vkCmdSetEvent2(commandBuffer, " + Constants.identifier(set.event()) + ", &dependency);");
        } else if (command instanceof Command.ResetEvent reset) {
            lines.addAll(Constants.renamed(reset.event()));
            lines.add("vkCmdResetEvent2(commandBuffer, " + Constants.identifier(reset.event()) + ", "
                    + Constants.stages(reset.stages()) + ");");
        } else if (command instanceof Command.WaitEvents wait) {
            waits(wait, lines);
        } else {
            throw new UnknownKindException(command);
        }
        return lines;
    }

    private static void waits(Command.WaitEvents wait, List<String> lines) {
        List<String> events = new ArrayList<>();
        List<String> infos = new ArrayList<>();
        for (Command.WaitEvents.Wait each : wait.waits()) {
            for (String event : each.events()) {
                String name = "dependency" + events.size();
                lines.addAll(Constants.renamed(event));
                lines.addAll(Scopes.dependency(name, each.barriers(), false));
                events.add(Constants.identifier(event));
                infos.add(name);
            }
        }
        lines.add("const VkEvent events[] = {" + String.join(", ", events) + "};");
        lines.add("const VkDependencyInfo dependencies[] = {" + String.join(", ", infos) + "};");
        lines.add("vkCmdWaitEvents2(commandBuffer, " + events.size() + ", events, dependencies);");
    }

    // ---- the host

    @Override
    public List<String> insertOperation(Cure.InsertOperation cure) {
        return block(place(cure.spot()), operation(cure.operation()));
    }

    private static List<String> operation(HostOperation operation) {
        if (operation instanceof HostOperation.FlushMappedMemoryRanges flush) {
            return ranges("vkFlushMappedMemoryRanges", flush.ranges());
        }
        if (operation instanceof HostOperation.InvalidateMappedMemoryRanges invalidate) {
            return ranges("vkInvalidateMappedMemoryRanges", invalidate.ranges());
        }
        if (operation instanceof HostOperation.DeviceWaitIdle) {
            return lines("vkDeviceWaitIdle(device);");
        }
        if (operation instanceof HostOperation.StoreFence) {
            return lines("_mm_sfence(); " + Constants.comment("or what drains write-combining buffers elsewhere"));
        }
        if (operation instanceof HostOperation.ResetEvent reset) {
            return with(reset.event(), lines("vkResetEvent(device, " + Constants.identifier(reset.event()) + ");"));
        }
        if (operation instanceof HostOperation.SignalSemaphore signal) {
            return signal(signal.semaphore(), signal.value());
        }
        if (operation instanceof HostOperation.WaitSemaphores wait) {
            List<SemaphoreOperation> all = wait.semaphores();
            return Stream.concat(
                            all.stream().flatMap(one -> Constants.renamed(one.semaphore()).stream()),
                            Stream.of(
                                    "const VkSemaphore semaphores[] = {"
                                            + all.stream()
                                                    .map(one -> Constants.identifier(one.semaphore()))
                                                    .collect(Collectors.joining(", "))
                                            + "};",
                                    "const uint64_t values[] = {"
                                            + all.stream()
                                                    .map(one -> String.valueOf(one.value()))
                                                    .collect(Collectors.joining(", "))
                                            + "};",
                                    "const VkSemaphoreWaitInfo wait = {",
                                    "    .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,",
                                    "    .semaphoreCount = " + all.size() + ",",
                                    "    .pSemaphores = semaphores,",
                                    "    .pValues = values,",
                                    "};",
                                    "vkWaitSemaphores(device, &wait, UINT64_MAX);"))
                    .toList();
        }
        throw new UnknownKindException(operation);
    }

    private static List<String> with(String name, List<String> lines) {
        return Stream.concat(Constants.renamed(name).stream(), lines.stream()).toList();
    }

    private static List<String> signal(String semaphore, long value) {
        return with(
                semaphore,
                lines(
                        "const VkSemaphoreSignalInfo signal = {",
                        "    .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,",
                        "    .semaphore = " + Constants.identifier(semaphore) + ",",
                        "    .value = " + value + ",",
                        "};",
                        "vkSignalSemaphore(device, &signal);"));
    }

    private static List<String> ranges(String call, List<MemoryRange> ranges) {
        List<String> lines = new ArrayList<>();
        ranges.forEach(range -> lines.addAll(Constants.renamed(range.memory())));
        lines.add("const VkMappedMemoryRange ranges[] = {");
        for (MemoryRange range : ranges) {
            lines.add("    {");
            lines.add("        .sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE,");
            lines.add("        .memory = " + Constants.identifier(range.memory()) + ",");
            lines.add("        .offset = " + range.offset() + ",");
            lines.add("        .size = " + range.size() + ",");
            lines.add("    },");
        }
        lines.add("};");
        lines.add(call + "(device, " + ranges.size() + ", ranges);");
        return lines;
    }

    @Override
    public List<String> moveOperation(Cure.MoveOperation cure) {
        return commented("move " + cure.operation() + " before the vkQueueSubmit2 of " + cure.before());
    }

    @Override
    public List<String> waitForFence(Cure.WaitForFence cure) {
        String fence = Constants.identifier(cure.fence());
        List<String> lines = new ArrayList<>();
        if (!cure.signalled()) {
            lines.addAll(commented("vkQueueSubmit2 of " + cure.submission() + ": " + fence + " as its fence"));
        }
        if (cure.domain()) {
            lines.addAll(commented("and a barrier to VK_PIPELINE_STAGE_2_HOST_BIT before the fence"));
        }
        lines.addAll(block(
                "before " + cure.waiter(),
                with(cure.fence(), lines("vkWaitForFences(device, 1, &" + fence + ", VK_TRUE, UINT64_MAX);"))));
        return lines;
    }

    // ---- semaphores

    private static List<String> submitInfo(String name, String semaphore, long value, long stages) {
        List<String> lines = new ArrayList<>(Constants.renamed(semaphore));
        lines.add("const VkSemaphoreSubmitInfo " + name + " = {");
        lines.add("    .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,");
        lines.add("    .semaphore = " + Constants.identifier(semaphore) + ",");
        if (value > 0) {
            lines.add("    .value = " + value + ",");
        }
        lines.add("    .stageMask = " + Constants.stages(stages) + ",");
        lines.add("};");
        return lines;
    }

    @Override
    public List<String> waitForSemaphore(Cure.WaitForSemaphore cure) {
        String name = Constants.identifier(cure.semaphore());
        List<String> lines = new ArrayList<>();
        lines.addAll(commented("one more of pSignalSemaphoreInfos in the VkSubmitInfo2 of " + cure.signaller()));
        lines.addAll(submitInfo(name + "_signal", cure.semaphore(), 0, cure.signalStages()));
        if (cure.waitStages() == 0) {
            lines.addAll(
                    commented(name + " is one more of pWaitSemaphores in the VkPresentInfoKHR of " + cure.waiter()));
        } else {
            lines.addAll(commented("one more of pWaitSemaphoreInfos in the VkSubmitInfo2 of " + cure.waiter()));
            lines.addAll(submitInfo(name + "_wait", cure.semaphore(), 0, cure.waitStages()));
        }
        return lines;
    }

    @Override
    public List<String> waitForHost(Cure.WaitForHost cure) {
        List<String> lines = new ArrayList<>(block("after " + cure.operation(), signal(cure.semaphore(), 1)));
        lines.addAll(commented("one more of pWaitSemaphoreInfos in the VkSubmitInfo2 of " + cure.waiter()));
        lines.addAll(submitInfo(Constants.identifier(cure.semaphore()) + "_wait", cure.semaphore(), 1, cure.stages()));
        return lines;
    }

    @Override
    public List<String> waitForAcquire(Cure.WaitForAcquire cure) {
        List<String> lines = new ArrayList<>(commented("one more of pWaitSemaphoreInfos in the VkSubmitInfo2 of "
                + cure.waiter() + ": the semaphore that vkAcquireNextImageKHR of " + cure.image() + " signals"));
        lines.addAll(submitInfo("acquired_wait", "acquired", 0, cure.stages()));
        return lines;
    }

    @Override
    public List<String> widenSemaphore(Cure.WidenSemaphore cure) {
        boolean signal = cure.operation() == Cure.WidenSemaphore.Operation.SIGNAL;
        String name = Constants.identifier(cure.semaphore()) + (signal ? "_signal" : "_wait");
        return lines(
                Constants.comment("VkSemaphoreSubmitInfo " + name + ": "
                        + (signal
                                ? "the signal of " + cure.semaphore() + " that " + cure.submission() + " waits for"
                                : "the wait for " + cure.semaphore() + " in the VkSubmitInfo2 of "
                                        + cure.submission())),
                name + ".stageMask |= " + Constants.stages(cure.stages()) + ";");
    }

    // ---- ownership

    @Override
    public List<String> share(Cure.Share cure) {
        String name = Constants.identifier(cure.resource()) + "_createInfo";
        return lines(
                Constants.comment("the create info of " + cure.resource()
                        + "; pQueueFamilyIndices names every family that uses it"),
                name + ".sharingMode = VK_SHARING_MODE_CONCURRENT;",
                name + ".queueFamilyIndexCount = queueFamilyIndexCount;",
                name + ".pQueueFamilyIndices = queueFamilyIndices;");
    }

    @Override
    public List<String> handOver(Cure.HandOver cure) {
        String families = " with srcQueueFamilyIndex " + Constants.family(cure.fromFamily())
                + " and dstQueueFamilyIndex " + Constants.family(cure.toFamily());
        List<String> lines = new ArrayList<>();
        if (cure.missing() != Cure.HandOver.Half.ACQUIRE) {
            lines.addAll(commented("release " + cure.resource() + " on " + cure.releaseQueue() + " after "
                    + cure.prior() + ": a barrier" + families));
        }
        if (cure.missing() != Cure.HandOver.Half.RELEASE) {
            lines.addAll(commented("acquire " + cure.resource() + " on " + cure.acquireQueue() + " before "
                    + cure.current() + ": the same barrier" + families));
        }
        return lines;
    }

    @Override
    public List<String> handOverOrShare(Cure.HandOverOrShare cure) {
        return commented("release it on a queue of " + cure.fromFamily() + " and acquire it here, on one of "
                + cure.toFamily() + "; or create it with VK_SHARING_MODE_CONCURRENT");
    }

    // ---- what is there already

    @Override
    public List<String> extendBarrier(Cure.ExtendBarrier cure) {
        String name = cure.resource().isEmpty() ? "memoryBarrier" : Constants.identifier(cure.resource()) + "_barrier";
        List<String> lines = new ArrayList<>(
                commented("the " + (cure.resource().isEmpty() ? "VkMemoryBarrier2" : "barrier of " + cure.subject())
                        + " in " + cure.command()));
        lines.addAll(masks(name, cure.masks(), "|=", false));
        return lines;
    }

    private static List<String> masks(String name, Cure.Masks masks, String assign, boolean legacy) {
        List<String> lines = new ArrayList<>();
        for (Cure.Mask mask : masks.masks()) {
            if (mask.flags() == 0 && !assign.equals("=")) {
                continue;
            }
            boolean accesses = mask.part().accesses();
            String value = accesses
                    ? legacy ? Constants.accesses1(mask.flags()) : Constants.accesses(mask.flags())
                    : legacy ? Constants.stages1(mask.flags()) : Constants.stages(mask.flags());
            lines.add(name + "." + field(mask.part()) + " " + assign + " " + value + ";");
        }
        return lines;
    }

    private static String field(Cure.Mask.Part part) {
        return switch (part) {
            case SRC_STAGE, SRC_STAGE_MASK -> "srcStageMask";
            case SRC_ACCESS -> "srcAccessMask";
            case DST_STAGE -> "dstStageMask";
            case DST_ACCESS -> "dstAccessMask";
            case STAGE_MASK, STAGE, STAGES -> "stageMask";
        };
    }

    @Override
    public List<String> extendExternalDependency(Cure.ExtendExternalDependency cure) {
        List<String> lines = new ArrayList<>(
                commented("the VkSubpassDependency2 from or to VK_SUBPASS_EXTERNAL by which " + cure.resource()
                        + " changes its layout in " + cure.command() + "; declare it if there is none"));
        lines.addAll(masks("subpassDependency", cure.masks(), "|=", true));
        return lines;
    }

    @Override
    public List<String> subpassDependency(Cure.SubpassDependency cure) {
        SubpassScopes between = cure.subpasses();
        String which = between == null
                ? "into the subpass"
                : "from subpass " + between.src().iterator().next() + " to subpass " + between.dst() + ",";
        List<String> lines = new ArrayList<>(commented("the VkSubpassDependency2 " + which
                + (between == null ? " that " : " which ") + cure.command() + " begins; declare it if there is none"));
        lines.addAll(masks("subpassDependency", cure.masks(), "|=", true));
        return lines;
    }

    @Override
    public List<String> storeNone(Cure.StoreNone cure) {
        String name = Constants.identifier(cure.resource()) + "_attachment";
        List<String> lines = new ArrayList<>(commented("VkAttachmentDescription2 or VkRenderingAttachmentInfo of "
                + cure.resource() + " in the render pass that " + cure.command() + " ends"));
        cure.operations().forEach(operation -> lines.add(name + "." + operation + " = VK_ATTACHMENT_STORE_OP_NONE;"));
        return lines;
    }

    @Override
    public List<String> masks(Cure.Masks cure) {
        return masks("barrier", cure, "=", false);
    }

    @Override
    public List<String> layout(Cure.Layout cure) {
        String field = "barrier." + (cure.old() ? "oldLayout" : "newLayout");
        boolean known =
                Stream.of(ImageLayout.values()).anyMatch(layout -> layout.name().equals(cure.layout()));
        return known
                ? lines(field + " = " + Constants.layout(ImageLayout.valueOf(cure.layout())) + ";")
                : commented(field + ": " + cure.layout());
    }

    @Override
    public List<String> transition(Cure.Transition cure) {
        return Stream.concat(
                        Stream.concat(
                                commented("before it, with masks that follow from the uses around it").stream(),
                                Constants.renamed(cure.image()).stream()),
                        Stream.of(
                                "barrier.image = " + Constants.identifier(cure.image()) + ";",
                                "barrier.oldLayout = " + Constants.layout(cure.oldLayout()) + ";",
                                "barrier.newLayout = " + Constants.layout(cure.newLayout()) + ";"))
                .toList();
    }

    @Override
    public List<String> byRegion(Cure.ByRegion cure) {
        return lines("dependency.dependencyFlags |= VK_DEPENDENCY_BY_REGION_BIT;");
    }

    @Override
    public List<String> instead(Cure.Instead cure) {
        return block("in its place", Scopes.dependency("dependency", cure.barriers(), false));
    }

    // ---- words

    @Override
    public List<String> separateLines(Cure.SeparateLines cure) {
        return commented(
                "place what " + cure.one() + " and " + cure.other() + " write a cache line apart, or order them");
    }

    @Override
    public List<String> note(Cure.Note cure) {
        return commented(cure.words());
    }

    @Override
    public List<String> words(Cure.Words cure) {
        return commented(cure.words());
    }
}
