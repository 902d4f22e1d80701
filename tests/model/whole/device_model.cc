// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of the devices of engines: who finds one knows what it is, and a tool is told of it and of its modules once, in
// order, whichever threads state it and need it.
#include "core/device/devices.h"

#include "core/device/device_library.h"
#include "core/device/engine_memory.h"
#include "core/icv/devices.h"
#include "events/emit.h"
#include "whole/focus.h"

namespace limpid::core {
namespace {

using events::EventId;
using model::Execution;
using model::holds;
using model::Plain;
using model::require;

constexpr model::Bounds kBounds{3'000, 1'500};
constexpr int32_t kNumber = 0;

// The process's devices, as at its start, and a tool that observes them.
class Devices {
 public:
  explicit Devices(Execution& run) {
    g_devices_of_test = this;
    Device& device = g_devices[kNumber];
    device.begun.store(0);
    forget_told_devices();
    run.forget(&device.facts);
    observe(EventId::device_begin, [](const void*) { tool().begun_.set(tool().begun_.get() + 1); });
    observe(EventId::device_load, [](const void*) { told(tool().loads_); });
    observe(EventId::device_unload, [](const void*) { told(tool().unloads_); });
    observe(EventId::device_end, [](const void*) { told(tool().ends_); });
  }
  ~Devices() { events::g_observed.store(0); }
  Devices(const Devices&) = delete;
  Devices& operator=(const Devices&) = delete;

  int begun() const { return begun_.get(); }
  int loads() const { return loads_.load(std::memory_order_relaxed); }
  int unloads() const { return unloads_.load(std::memory_order_relaxed); }
  int ends() const { return ends_.load(std::memory_order_relaxed); }

 private:
  static Devices& tool() { return *g_devices_of_test; }
  static void told(sync::Atomic<int>& count) {
    require(tool().begun() >= 1, "the device was introduced before");
    count.fetch_add(1, std::memory_order_relaxed);
  }
  void observe(EventId event, events::Observer::Handler handler) {
    events::g_handlers[static_cast<size_t>(event)].store(handler);
    observed_ |= events::bit(event);
    events::g_observed.store(observed_);
  }

  static inline Devices* g_devices_of_test = nullptr;
  uint64_t observed_ = 0;
  Plain<int> begun_{0};
  sync::Atomic<int> loads_{0};
  sync::Atomic<int> unloads_{0};
  sync::Atomic<int> ends_{0};
};

DeviceFacts facts() {
  return {kNumber, Engine::llvm, "device", "", nullptr, -1};
}

ModuleFacts module_at(int number) {
  static char image[2];
  return {&image[number], nullptr, 1};
}

// A region of two, whose members execute the body in every interleaving; before and after it the initial thread.
template <class Before, class Body>
void two_members_of(Execution& run, Before&& before, Body&& body) {
  program(run, [&](Thread& self) {
    model::Focus focus(run);
    before(self);
    parallel(self, 2, [&](Thread& member) {
      focus.begin();
      body(member);
      focus.end();
    });
    end_device(self, kNumber);  // with its modules
  });
}

// A construct waits for the begin of its device if another thread is telling it.
TEST(DeviceModel, ADeviceIsIntroducedBeforeItsFirstConstruct) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Devices devices(run);
        two_members(run, [&](Thread& self) {
          if (self.index == 0) return begin_device(self, facts());
          Device* const device = device_with_number(kNumber);
          if (device == nullptr) return;
          require(device_with_handle(device) == device, "by its handle, too");
          introduce_device(self, kNumber);
          require(devices.begun() == 1, "its begin was told");
        });
        require(devices.begun() == 1, "once");
      },
      kBounds));
}

// Two threads find a device that no tool has been told of yet, as in a child of fork(2).
TEST(DeviceModel, TwoConstructsAtOnceIntroduceItOnce) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Devices devices(run);
        const uint64_t observed = events::g_observed.load();
        program(run, [&](Thread& self) {
          model::Focus focus(run);
          events::g_observed.store(0);
          begin_device(self, facts());
          load_module(self, kNumber, module_at(0));
          events::g_observed.store(observed);
          parallel(self, 2, [&](Thread& member) {
            focus.begin();
            introduce_device(member, kNumber);
            require(devices.begun() == 1, "its begin");
            require(devices.loads() == 1, "and its module were told");
            focus.end();
          });
          end_device(self, kNumber);
        });
        require(devices.unloads() == 1 && devices.ends() == 1, "and their ends");
      },
      kBounds));
}

// A module that comes while the begin is told is told after it, by one of the two threads.
TEST(DeviceModel, AModuleThatComesMeanwhileIsTold) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Devices devices(run);
        int loads = 0;
        two_members_of(
            run, [](Thread&) {},
            [&](Thread& self) {
              if (self.index == 0) {
                begin_device(self, facts());
                load_module(self, kNumber, module_at(0));
                return;
              }
              if (device_with_number(kNumber) != nullptr) loads = 1;
              load_module(self, kNumber, module_at(1));
            });
        require(devices.loads() == devices.unloads(), "each is told to be gone");
        require(devices.loads() >= 1 + loads, "after it was told to be there");
      },
      kBounds));
}

// Its end is told once, though the tool may end while the engine finalizes the device. A module that one thread has taken
// out of the table goes with the device, if the other thread tells that first.
TEST(DeviceModel, ItsEndIsToldOnce) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Devices devices(run);
        two_members_of(
            run,
            [](Thread& self) {
              begin_device(self, facts());
              load_module(self, kNumber, module_at(0));
            },
            [](Thread& member) { end_device(member, kNumber); });
        require(devices.ends() == 1 && devices.unloads() <= 1, "once");
      },
      kBounds));
}

// A construct of a library knows the device by its handle alone.
TEST(DeviceModel, ItIsFoundByItsHandle) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Devices devices(run);
        two_members_of(
            run, [](Thread&) {},
            [](Thread& member) {
              if (member.index == 0)
                begin_device(member, facts());
              else if (const Device* const found = device_with_handle(&g_devices[kNumber]))
                require(found == &g_devices[kNumber], "it");
            });
      },
      {1'000, 500}));
}

// The process ends while a device is told: who tells its end knows of its begin.
TEST(DeviceModel, ItsEndComesWhileItBegins) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Devices devices(run);
        two_members_of(
            run, [](Thread&) {},
            [](Thread& member) {
              if (member.index == 0)
                begin_device(member, facts());
              else
                end_device(member, kNumber);
            });
        require(devices.ends() <= devices.begun(), "no end without a begin");
      },
      kBounds));
}

// The engine may begin a device again that it has finalized, on another thread.
TEST(DeviceModel, ADeviceBeginsAgain) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Devices devices(run);
        two_members_of(
            run, [](Thread& self) { begin_device(self, facts()); },
            [](Thread& member) {
              if (member.index == 0)
                end_device(member, kNumber);
              else
                begin_device(member, facts());
            });
        require(devices.ends() == devices.begun(), "each begin has its end");
      },
      kBounds));
}

// Who finds the engine's routines finds all that they need.
TEST(DeviceModel, TheEngineIsHandedOver) {
  static EngineMemory routines[2];
  for (EngineMemory& each : routines) {
    each.copy = [](void*, const void*, size_t, size_t, size_t, int, int) { return 0; };
    each.copy_rectangle = [](void*, const void*, size_t, int, const size_t*, const size_t*, const size_t*,
                             const size_t*, const size_t*, int, int) { return 0; };
  }
  int turn = 0;  // the other one is what an earlier execution has left
  EXPECT_TRUE(holds(
      [&turn](Execution& run) {
        const EngineMemory& fresh = routines[turn++ % 2];
        Plain<int> prepared{0};
        set_num_devices(1);
        two_members(run, [&](Thread& self) {
          if (self.index == 0) {
            prepared.set(1);
            set_engine_memory(fresh);
          } else if (engine_memory(0) == &fresh) {
            require(prepared.get() == 1, "what the routines need");
          }
        });
      },
      {1'000, 500}));
}

// The function that a device library wants called is called once, and finds what was there when it was set.
TEST(DeviceModel, TheEndOfADeviceLibrary) {
  static Plain<int>*g_prepared, *g_ended;
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> prepared{0}, ended{0};
        g_prepared = &prepared;
        g_ended = &ended;
        forget_device_library();
        two_members(run, [&](Thread& self) {
          if (self.index == 0) {
            prepared.set(1);
            return at_end_of_tools([] { g_ended->set(g_ended->get() + g_prepared->get()); });
          }
          end_device_library();
        });
        end_device_library();
        end_device_library();
        require(ended.get() == 1, "once");
      },
      {1'000, 500}));
}

}  // namespace
}  // namespace limpid::core
