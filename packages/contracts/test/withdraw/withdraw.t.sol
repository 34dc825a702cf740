// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Errors } from "../../src/libraries/Errors.sol";
import { TestUSDC } from "../../src/mocks/TestUSDC.sol";
import { Base } from "../Base.t.sol";

contract Withdraw is Base {
    /// @dev The poster is denied when a task ends, so that the refund becomes a credit.
    function credited() private returns (uint256 amount) {
        uint256 id = funded();
        usdc.blacklist(poster);
        warpPast(id);
        escrow.expireTask(id);
        return escrow.credits(poster);
    }

    function test_RevertGiven_TheCallerHasNoCredit() public {
        vm.expectRevert(abi.encodeWithSelector(Errors.NothingToWithdraw.selector, stranger));
        vm.prank(stranger);
        escrow.withdraw(stranger);
    }

    function test_RevertWhen_TheReceiverIsTheEscrow() public {
        credited();
        vm.expectRevert(abi.encodeWithSelector(Errors.InvalidRecipient.selector, address(escrow)));
        vm.prank(poster);
        escrow.withdraw(address(escrow));
    }

    function test_RevertWhen_TheTokenRefuses() public {
        assertEq(credited(), REWARD);
        vm.expectRevert(abi.encodeWithSelector(TestUSDC.AccountDenied.selector, poster));
        vm.prank(poster);
        escrow.withdraw(poster);
        assertEq(escrow.credits(poster), REWARD);
    }

    function test_WhenTheReceiverCanBePaid() public {
        assertEq(credited(), REWARD);
        uint256 before = usdc.balanceOf(stranger);
        expectEvent();
        emit ITaskEscrow.Withdrawn(poster, stranger, REWARD);
        vm.prank(poster);
        assertEq(escrow.withdraw(stranger), REWARD);
        assertEq(usdc.balanceOf(stranger) - before, REWARD);
        assertEq(escrow.credits(poster), 0);
        vm.expectRevert(abi.encodeWithSelector(Errors.NothingToWithdraw.selector, poster));
        vm.prank(poster);
        escrow.withdraw(stranger);
    }
}
