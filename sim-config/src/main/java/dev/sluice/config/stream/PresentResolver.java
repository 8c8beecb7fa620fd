// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Nearest;
import dev.sluice.config.units.Size;
import dev.sluice.device.MemoryProperty;
import dev.sluice.program.HostOperation;
import dev.sluice.program.MemoryDeclaration;
import dev.sluice.program.Origin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Swapchains, whose images are acquired in turn, and presentation. */
final class PresentResolver {
    private final StreamContext context;
    private final SemaphoreTable semaphores;
    private final Map<String, List<String>> swapchains = new LinkedHashMap<>();
    /** How often each swapchain was acquired from so far. */
    private final Map<String, Integer> acquired = new LinkedHashMap<>();

    PresentResolver(StreamContext context, SemaphoreTable semaphores) {
        this.context = context;
        this.semaphores = semaphores;
        context.file.swapchains().forEach((name, swapchain) -> {
            if (swapchain.images().isEmpty()) {
                throw context.where.node(swapchain).error("swapchains: '" + name + "' has no images");
            }
            for (int i = 0; i < swapchain.images().size(); i++) {
                checkImage(swapchain, "images", i, swapchain.images().get(i));
            }
            swapchains.put(name, swapchain.images());
        });
    }

    private void checkImage(Object user, String key, int index, String image) {
        if (!context.images.containsKey(image)) {
            throw context.where.error(
                    user, key, index, "unknown image '" + image + "'" + Nearest.hint(image, context.images.keySet()));
        }
    }

    HostOperation acquire(HostStep.AcquireNextImage step, Origin origin) {
        String name = swapchain(step, step.swapchain());
        List<String> images = context.known("swapchain", swapchains, step, "swapchain", name);
        int turn = acquired.merge(name, 1, Integer::sum) - 1;
        String semaphore = step.semaphore();
        if (semaphore != null) {
            semaphores.requireBinary(step, semaphore);
        }
        return new HostOperation.AcquireNextImage(origin, images.get(turn % images.size()), semaphore, step.fence());
    }

    /** The name of a swapchain, or of the only one. */
    private String swapchain(Object step, @Nullable String name) {
        if (name != null) {
            return name;
        }
        if (swapchains.size() != 1) {
            throw context.where
                    .node(step)
                    .error("missing key 'swapchain'; the stream has " + swapchains.size() + ": "
                            + String.join(", ", swapchains.keySet()));
        }
        return swapchains.keySet().iterator().next();
    }

    HostOperation present(HostStep.QueuePresent step, Origin origin) {
        if (!step.waits().isEmpty() && !step.waitSemaphores().isEmpty()) {
            throw context.where.error(step, "waitSemaphores", "'wait' and 'waitSemaphores' exclude each other");
        }
        List<HostStep.SemaphoreUse> waits = step.waits().isEmpty() ? step.waitSemaphores() : step.waits();
        return new HostOperation.QueuePresent(
                origin, context.queue(step, step.queue()), semaphores.waits(waits), images(step));
    }

    private List<String> images(HostStep.QueuePresent step) {
        String image = step.image();
        if (image != null) {
            if (step.swapchain() != null || !step.swapchains().isEmpty()) {
                throw context.where.error(step, "image", "'image' and 'swapchain' exclude each other");
            }
            return List.of(
                    context.known("image", context.images, step, "image", image).name());
        }
        if (step.swapchain() != null && !step.swapchains().isEmpty()) {
            throw context.where.error(step, "swapchains", "'swapchain' and 'swapchains' exclude each other");
        }
        List<String> names =
                step.swapchains().isEmpty() ? List.of(swapchain(step, step.swapchain())) : step.swapchains();
        List<Integer> indices = step.imageIndices();
        if (!indices.isEmpty() && indices.size() != names.size()) {
            throw context.where.error(
                    step,
                    "imageIndices",
                    "imageIndices: one for each of the " + names.size() + " swapchains is needed");
        }
        List<String> images = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            String key = step.swapchains().isEmpty() ? "swapchain" : "swapchains";
            List<String> all = context.known("swapchain", swapchains, step, key, name);
            images.add(indices.isEmpty() ? lastAcquired(step, key, name, all) : indexed(step, i, all));
        }
        return images;
    }

    private String indexed(HostStep.QueuePresent step, int place, List<String> images) {
        int index = step.imageIndices().get(place);
        if (index < 0 || index >= images.size()) {
            throw context.where.error(
                    step, "imageIndices", place, "imageIndices: " + index + " is not from 0 to " + (images.size() - 1));
        }
        return images.get(index);
    }

    private String lastAcquired(Object step, String key, String name, List<String> images) {
        Integer times = acquired.get(name);
        if (times == null) {
            throw context.where.error(
                    step, key, "no image of swapchain '" + name + "' was acquired before; name the 'image' to show");
        }
        return images.get((times - 1) % images.size());
    }

    HostOperation commitment(HostStep.GetDeviceMemoryCommitment step, Origin origin) {
        MemoryDeclaration memory = context.memory(step, "memory", step.memory());
        if (!context.device.memoryTypes().get(memory.typeIndex()).has(MemoryProperty.LAZILY_ALLOCATED)) {
            throw context.where.error(
                    step,
                    "memory",
                    "getDeviceMemoryCommitment: memory '" + memory.name()
                            + "' is not of a type that is LAZILY_ALLOCATED");
        }
        Size expect = step.expect();
        return new HostOperation.GetDeviceMemoryCommitment(origin, memory.name(), expect == null ? -1 : expect.bytes());
    }
}
