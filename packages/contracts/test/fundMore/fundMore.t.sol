// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { IERC20Errors } from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import { SafeCast } from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../../src/libraries/EscrowErrors.sol";
import { Base } from "../Base.t.sol";

contract FundMore is Base {
    uint256 private constant ADDED = 7_000_001;
    uint256 private constant RAISED = REWARD + ADDED;

    function act(uint256 id) private {
        escrow.fundMore(id, RAISED, block.timestamp + 31 days);
    }

    function openUntil(uint256 id) private view returns (uint256) {
        return escrow.getTask(id).deadline;
    }

    function raised() private returns (uint256 id) {
        id = funded();
        raise(id);
    }

    function raise(uint256 id) private {
        uint256 until = openUntil(id);
        vm.prank(poster);
        escrow.fundMore(id, RAISED, until);
    }

    function raisedTerms() private pure returns (ITaskEscrow.Terms memory t) {
        t = terms();
        t.reward = RAISED;
    }

    function expectNothingAdded(uint256 id) private {
        ITaskEscrow.Task memory task = escrow.getTask(id);
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.NothingAdded.selector, id, task.reward, task.deadline));
        vm.prank(poster);
    }

    /// @dev Asserts that the task is `before` except for these two values.
    function assertOnlyChanged(uint256 id, ITaskEscrow.Task memory before, uint256 reward, uint256 until) private view {
        (before.reward, before.deadline) = (uint56(reward), uint40(until));
        assertEq(abi.encode(escrow.getTask(id)), abi.encode(before));
    }

    function test_RevertGiven_TheTaskIsNotFunded() public {
        assertOnlyIn(only(ITaskEscrow.State.Funded), poster, act);
    }

    function test_RevertGiven_TheTaskIsNoLongerOpen() public {
        uint256 id = funded();
        warpTo(id);
        vm.prank(poster);
        act(id);
        warpPast(id);
        expectDeadlinePassed(id);
        vm.prank(poster);
        escrow.fundMore(id, RAISED + 1, block.timestamp + 1 days);
    }

    function test_RevertWhen_TheCallerIsNotThePoster() public {
        uint256 id = funded();
        expectNotPoster(id, worker);
        vm.prank(worker);
        act(id);
    }

    function test_RevertWhen_TheRewardWouldBeLower() public {
        uint256 id = funded();
        uint256 until = openUntil(id);
        expectNothingAdded(id);
        escrow.fundMore(id, REWARD - 1, until + 1);
    }

    function test_RevertWhen_TheDeadlineWouldBeEarlier() public {
        uint256 id = funded();
        uint256 until = openUntil(id);
        expectNothingAdded(id);
        escrow.fundMore(id, RAISED, until - 1);
    }

    function test_RevertWhen_NeitherValueWouldChange() public {
        uint256 id = funded();
        uint256 until = openUntil(id);
        expectNothingAdded(id);
        escrow.fundMore(id, REWARD, until);
    }

    function test_RevertWhen_TheDeadlineIsBeyondTheMaximumOpenWindow() public {
        uint256 id = funded();
        skip(3 days);
        uint256[2] memory tooLate = [block.timestamp + 91 days + 1, type(uint256).max];
        for (uint256 i = 0; i < tooLate.length; ++i) {
            uint256 window = tooLate[i] - block.timestamp;
            vm.expectRevert(
                abi.encodeWithSelector(EscrowErrors.WindowOutOfBounds.selector, 0, window, 1 hours, 91 days)
            );
            vm.prank(poster);
            escrow.fundMore(id, REWARD, tooLate[i]);
        }
    }

    function test_RevertWhen_TheRewardIsLargerThanTheContractCanCount() public {
        uint256 id = funded();
        uint256 until = openUntil(id);
        uint256 reward = uint256(type(uint56).max) + 1;
        vm.expectRevert(abi.encodeWithSelector(SafeCast.SafeCastOverflowedUintDowncast.selector, 56, reward));
        vm.prank(poster);
        escrow.fundMore(id, reward, until);
    }

    function test_RevertWhen_TheTokenDeliversLess() public {
        uint256 id = funded();
        uint256 until = openUntil(id);
        usdc.setFeeOnTransfer(1);
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.ShortDelivery.selector, ADDED, ADDED - 1));
        vm.prank(poster);
        escrow.fundMore(id, RAISED, until);
    }

    function test_RevertWhen_TheAllowanceDoesNotSuffice() public {
        uint256 id = funded();
        uint256 until = openUntil(id);
        vm.prank(poster);
        usdc.approve(address(escrow), ADDED - 1);
        vm.expectRevert(
            abi.encodeWithSelector(
                IERC20Errors.ERC20InsufficientAllowance.selector,
                address(escrow),
                ADDED - 1,
                ADDED
            )
        );
        vm.prank(poster);
        escrow.fundMore(id, RAISED, until);
    }

    function test_C10_RevertWhen_TheCallIsRepeated() public {
        uint256 id = raised();
        uint256 until = openUntil(id);
        expectNothingAdded(id);
        escrow.fundMore(id, RAISED, until);
    }

    function test_WhenTheRewardIsRaised() public {
        uint256 id = funded();
        ITaskEscrow.Task memory task = escrow.getTask(id);
        Balances memory before = balances();
        expectEvent();
        emit ITaskEscrow.TaskFundedMore(id, poster, ADDED, RAISED, task.deadline);
        raise(id);
        assertEq(before.poster - usdc.balanceOf(poster), ADDED);
        assertEq(usdc.balanceOf(address(escrow)), RAISED);
        assertOnlyChanged(id, task, RAISED, task.deadline);
    }

    function test_WhenTheDeadlineIsExtended() public {
        uint256 id = funded();
        ITaskEscrow.Task memory task = escrow.getTask(id);
        Balances memory before = balances();
        // Nothing is transferred, so this works even if the token is paused.
        usdc.pause();
        expectEvent();
        emit ITaskEscrow.TaskFundedMore(id, poster, 0, REWARD, task.deadline + 1);
        vm.prank(poster);
        escrow.fundMore(id, REWARD, task.deadline + 1);
        assertPaid(before, 0, 0, 0);
        assertOnlyChanged(id, task, REWARD, task.deadline + 1);
        assertEq(escrow.termsHash(id), agreed());
    }

    function test_WhenBothAreChanged() public {
        uint256 id = funded();
        ITaskEscrow.Task memory task = escrow.getTask(id);
        expectEvent();
        emit ITaskEscrow.TaskFundedMore(id, poster, ADDED, RAISED, block.timestamp + 31 days);
        vm.prank(poster);
        act(id);
        assertEq(usdc.balanceOf(address(escrow)), RAISED);
        assertOnlyChanged(id, task, RAISED, block.timestamp + 31 days);
    }

    function test_WhenTheValuesLieOnTheBounds() public {
        uint256 id = funded();
        skip(3 days);
        uint256 most = type(uint56).max;
        usdc.mint(poster, most);
        vm.prank(poster);
        escrow.fundMore(id, most, block.timestamp + 91 days);
        assertEq(escrow.getTask(id).reward, most);
        assertEq(usdc.balanceOf(address(escrow)), most);
        assertDeadlineIn(id, 91 days);
    }

    function test_WhenTheStakeBecomesLessThanTheMinimumShare() public {
        uint256 id = funded();
        uint256 until = openUntil(id);
        uint256 reward = 100 * STAKE + 200;
        (uint256 min, ) = escrow.stakeBounds(reward);
        assertGt(min, STAKE);
        vm.prank(poster);
        escrow.fundMore(id, reward, until);
        assertEq(escrow.getTask(id).stake, STAKE);
    }

    function test_GivenCreationIsPaused() public {
        uint256 id = funded();
        vm.prank(owner);
        escrow.setCreationPaused(true);
        raise(id);
        assertEq(escrow.getTask(id).reward, RAISED);
    }

    function test_GivenAWorkerWasSelectedBefore() public {
        uint256 id = create(selectionTerms());
        ITaskEscrow.SelectionVoucher memory voucher = voucherFor(posterKey, id, worker, block.timestamp + 1 days);
        raise(id);
        ITaskEscrow.Terms memory t = raisedTerms();
        t.mode = ITaskEscrow.Mode.Selection;
        vm.prank(worker);
        escrow.stakeAndStart(id, agreed(poster, t), voucher);
        assertState(id, ITaskEscrow.State.Started);
    }

    function test_C10_GivenAWorkerAgreedToTheOldReward() public {
        uint256 id = raised();
        uint256 before = usdc.balanceOf(worker);
        expectWrongTerms(id, agreed(), agreed(poster, raisedTerms()));
        vm.prank(worker);
        escrow.stakeAndStart(id, agreed(), noVoucher());
        assertEq(usdc.balanceOf(worker), before);
        vm.prank(worker);
        escrow.stakeAndStart(id, agreed(poster, raisedTerms()), noVoucher());
        assertEq(before - usdc.balanceOf(worker), STAKE);
    }

    function test_C10_RevertGiven_AWorkerStartedFirst() public {
        uint256 id = started();
        uint256 before = usdc.balanceOf(poster);
        expectWrongState(id, ITaskEscrow.State.Started);
        vm.prank(poster);
        act(id);
        assertEq(usdc.balanceOf(poster), before);
    }

    function test_GivenTheTaskIsCancelledAfterwards() public {
        uint256 id = raised();
        Balances memory before = balances();
        vm.prank(poster);
        escrow.cancelTask(id);
        assertPaid(before, RAISED - CANCEL_FEE, 0, CANCEL_FEE);
    }

    function test_GivenTheOldDeadlinePassesAfterwards() public {
        uint256 id = funded();
        vm.prank(poster);
        act(id);
        skip(30 days + 1);
        expectDeadlineNotPassed(id);
        escrow.expireTask(id);
        warpPast(id);
        Balances memory before = balances();
        escrow.expireTask(id);
        assertPaid(before, RAISED, 0, 0);
    }
}
