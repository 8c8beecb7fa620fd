// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.advice;

import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.StreamProgram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the commands of a stream are carried out: ids by site, and sites by id. */
public final class BarrierSites {
    private final Map<String, List<Instance>> bySite = new LinkedHashMap<>();
    private final Map<String, Instance> byId = new LinkedHashMap<>();
    private final Map<String, List<Instance>> bySubmission = new LinkedHashMap<>();

    /**
     * One time that a command is carried out.
     *
     * @param id its id, {@code submit0.3}
     * @param submission its submission, {@code submit0}
     * @param list the command buffer within the submission
     * @param index its place among the submission's commands
     */
    public record Instance(String id, String submission, int list, int index, Command command) {
        /** Where it is written. */
        public String site() {
            return command.origin().where();
        }
    }

    /** Of a stream. */
    public BarrierSites(StreamProgram stream) {
        int submissions = 0;
        for (HostThread thread : stream.threads()) {
            for (HostOperation operation : thread.operations()) {
                if (operation instanceof HostOperation.QueueSubmit submit) {
                    add("submit" + submissions++, submit);
                }
            }
        }
    }

    private void add(String submission, HostOperation.QueueSubmit submit) {
        List<Instance> all = new ArrayList<>();
        for (int list = 0; list < submit.commandBuffers().size(); list++) {
            for (Command command : submit.commandBuffers().get(list)) {
                Instance instance = new Instance(submission + "." + all.size(), submission, list, all.size(), command);
                all.add(instance);
                byId.put(instance.id(), instance);
                bySite.computeIfAbsent(instance.site(), site -> new ArrayList<>())
                        .add(instance);
            }
        }
        bySubmission.put(submission, all);
    }

    /** The sites of the {@code pipelineBarrier} commands, in the order in which they are first carried out. */
    public List<String> barriers() {
        List<String> sites = new ArrayList<>();
        bySite.forEach((site, instances) -> {
            if (instances.get(0).command() instanceof Command.PipelineBarrier) {
                sites.add(site);
            }
        });
        return sites;
    }

    /** Each time that a written command is carried out. */
    public List<Instance> instances(String site) {
        return bySite.getOrDefault(site, List.of());
    }

    /** The id of the first time that a written command is carried out; the site itself for one that never is. */
    public String name(String site) {
        List<Instance> instances = instances(site);
        return instances.isEmpty() ? site : instances.get(0).id();
    }

    /** The command with an id, or null. */
    public @Nullable Instance instance(String id) {
        return byId.get(id);
    }

    /** The commands of a submission. */
    public List<Instance> submission(String name) {
        return bySubmission.getOrDefault(name, List.of());
    }

    /** Whether any command stands between two of a submission that works: no barrier and no label. */
    public boolean worksBetween(String submission, int after, int before) {
        List<Instance> all = submission(submission);
        for (int i = Math.max(0, after + 1); i < Math.min(before, all.size()); i++) {
            Command command = all.get(i).command();
            if (!(command instanceof Command.PipelineBarrier)
                    && !(command instanceof Command.Label)
                    && !(command instanceof Command.SetEvent)
                    && !(command instanceof Command.WaitEvents)
                    && !(command instanceof Command.ExecuteCommands)) {
                return true;
            }
        }
        return false;
    }

    /** The step that begins the render pass around a command; the command itself outside of passes. */
    public int passBegin(String submission, int index) {
        List<Instance> all = submission(submission);
        int begin = -1;
        for (int i = 0; i <= index && i < all.size(); i++) {
            if (all.get(i).command() instanceof Command.PassStep step) {
                begin = step.passEnds() ? (i == index ? begin : -1) : begin < 0 ? i : begin;
            }
        }
        return begin < 0 ? index : begin;
    }

    /** The step that ends the render pass around a command; the command itself outside of passes. */
    public int passEnd(String submission, int index) {
        List<Instance> all = submission(submission);
        boolean inside = false;
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).command() instanceof Command.PassStep step) {
                inside = !step.passEnds();
                if (step.passEnds() && i >= index) {
                    return i;
                }
            }
            if (i == index && !inside) {
                return index;
            }
        }
        return index;
    }

    /** Whether a command stands within a render pass. */
    public boolean inPass(String submission, int index) {
        return passBegin(submission, index) != index
                || submission(submission).get(index).command() instanceof Command.PassStep;
    }
}
