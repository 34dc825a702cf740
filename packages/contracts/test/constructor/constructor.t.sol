// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../../src/libraries/EscrowErrors.sol";
import { Ownable } from "@openzeppelin/contracts/access/Ownable.sol";
import { IERC5267 } from "@openzeppelin/contracts/interfaces/IERC5267.sol";
import { Base } from "../Base.t.sol";

contract Constructor is Base {
    function assertRefused(ITaskEscrow.Deployment memory d) private {
        assertRefusedWith(d, abi.encodeWithSelector(EscrowErrors.InvalidDeployment.selector));
    }

    function assertRefusedWith(ITaskEscrow.Deployment memory d, bytes memory reason) private {
        bytes memory code = abi.encodePacked(vm.getCode("TaskEscrow.sol:TaskEscrow"), abi.encode(d));
        vm.expectRevert(reason);
        this.deployRaw(code);
    }

    function deployRaw(bytes memory code) external returns (address deployed) {
        assembly ("memory-safe") {
            deployed := create(0, add(code, 32), mload(code))
            if iszero(deployed) {
                returndatacopy(0, 0, returndatasize())
                revert(0, returndatasize())
            }
        }
    }

    function test_RevertWhen_TheTokenOrTheArbiterIsMissing() public {
        ITaskEscrow.Deployment memory d = deployment();
        d.usdc = address(0);
        assertRefused(d);
        d = deployment();
        d.arbiter = address(0);
        assertRefused(d);
    }

    function test_RevertWhen_TheForwarderHasNoCode() public {
        ITaskEscrow.Deployment memory d = deployment();
        d.forwarder = address(0);
        assertRefused(d);
        d.forwarder = stranger;
        assertRefused(d);
    }

    function test_RevertWhen_ThePlatformFeeIsAbove10Percent() public {
        ITaskEscrow.Deployment memory d = deployment();
        d.platformFeeBps = 1001;
        assertRefused(d);
    }

    function test_RevertWhen_TheBoundsOfTheStakeContradictEachOther() public {
        ITaskEscrow.Deployment memory d = deployment();
        d.minStakeBps = d.maxStakeBps + 1;
        assertRefused(d);
    }

    function test_RevertWhen_TheStakeMayExceedTheReward() public {
        ITaskEscrow.Deployment memory d = deployment();
        d.maxStakeBps = 10_001;
        assertRefused(d);
    }

    /// @dev `w` with the window at `index` set to `value`.
    function with(
        ITaskEscrow.Windows memory w,
        uint256 index,
        uint256 value
    ) private pure returns (ITaskEscrow.Windows memory) {
        uint256[7] memory list = [uint256(w.open), w.work, w.review, w.resubmit, w.contest, w.rule, w.rate];
        list[index] = value;
        return windows(list[0], list[1], list[2], list[3], list[4], list[5], list[6]);
    }

    function test_RevertWhen_ALeastWindowIsZero() public {
        for (uint256 index = 0; index < 7; ++index) {
            ITaskEscrow.Deployment memory d = deployment();
            d.minWindows = with(d.minWindows, index, 0);
            assertRefused(d);
        }
    }

    function test_D15_RevertWhen_AnAnswerToAChangeRequestMayHaveLessThanTenMinutes() public {
        ITaskEscrow.Deployment memory d = deployment();
        d.minWindows.resubmit = 10 minutes - 1;
        assertRefused(d);
    }

    function test_RevertWhen_ALeastWindowExceedsTheGreatest() public {
        for (uint256 index = 0; index < 7; ++index) {
            ITaskEscrow.Deployment memory d = deployment();
            d.minWindows = with(d.minWindows, index, (91 + index) * 1 days + 1);
            assertRefused(d);
        }
    }

    function test_RevertWhen_TheTreasuryIsMissingOrTheToken() public {
        ITaskEscrow.Deployment memory d = deployment();
        address[2] memory traps = [address(0), address(usdc)];
        for (uint256 i = 0; i < traps.length; ++i) {
            d.treasury = traps[i];
            assertRefusedWith(d, abi.encodeWithSelector(EscrowErrors.InvalidRecipient.selector, traps[i]));
        }
    }

    function test_RevertWhen_TheOwnerIsMissing() public {
        ITaskEscrow.Deployment memory d = deployment();
        d.owner = address(0);
        assertRefusedWith(d, abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
    }

    function test_WhenTheTermsLieOnTheBounds() public {
        ITaskEscrow.Deployment memory d = deployment();
        (d.platformFeeBps, d.minStakeBps, d.maxStakeBps) = (1000, 10_000, 10_000);
        d.minWindows = windows(1, 1, 1, 10 minutes, 1, 1, 1);
        d.maxWindows = windows(1, 1, 1, 10 minutes, 1, 1, 1);
        ITaskEscrow accepted = deploy(d);
        assertEq(accepted.platformFeeBps(), 1000);
        (uint256 min, uint256 max) = accepted.stakeBounds(REWARD);
        assertEq(min, REWARD);
        assertEq(max, REWARD);
    }

    function test_WhenTheTermsAreSound() public view {
        ITaskEscrow.Deployment memory d = deployment();
        assertEq(escrow.usdc(), d.usdc);
        assertEq(escrow.trustedForwarder(), address(forwarder));
        assertEq(escrow.arbiter(), arbiter);
        assertEq(Ownable(address(escrow)).owner(), owner);
        assertEq(escrow.treasury(), treasury);
        assertEq(escrow.cancelFee(), CANCEL_FEE);
        assertEq(escrow.platformFeeBps(), FEE_BPS);
        assertEq(escrow.maxChangeRounds(), 5);
        assertEq(escrow.taskCount(), 0);
        assertFalse(escrow.creationPaused());
        (ITaskEscrow.Windows memory min, ITaskEscrow.Windows memory max) = escrow.windowBounds();
        assertEq(abi.encode(min), abi.encode(d.minWindows));
        assertEq(abi.encode(max), abi.encode(d.maxWindows));
        (, string memory name, string memory version, , , , ) = IERC5267(address(escrow)).eip712Domain();
        assertEq(name, "TaskEscrow");
        assertEq(version, "1");
    }
}
